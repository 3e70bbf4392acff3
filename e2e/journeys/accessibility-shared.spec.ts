import { PUBLIC_PAGES } from '../kit/pages.ts';
import { walkThrough } from '../kit/walks.ts';

// Members see more than visitors on these pages. Each test uses the other language.
walkThrough('members can use public pages', PUBLIC_PAGES, { as: 'member', nth: 1 });
