import { VISITOR_PAGES } from '../kit/pages.ts';
import { walkThrough } from '../kit/walks.ts';

walkThrough('visitors can use dialogs and settings', VISITOR_PAGES, { as: 'visitor' });
