import { MEMBER_PAGES } from '../kit/pages.ts';
import { walkThrough } from '../kit/walks.ts';

walkThrough('members can use their pages', MEMBER_PAGES, { as: 'member' });
