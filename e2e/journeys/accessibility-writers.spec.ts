import { WRITER_PAGES } from '../kit/pages.ts';
import { walkThrough } from '../kit/walks.ts';

walkThrough('writers and translators can use their editors', WRITER_PAGES, { as: 'member' });
