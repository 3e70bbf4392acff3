import { PUBLIC_PAGES } from '../kit/pages.ts';
import { walkThrough } from '../kit/walks.ts';

// Members see more than visitors do there; each in the other language.
walkThrough('members can use everybody’s pages', PUBLIC_PAGES, { as: 'member', nth: 1 });
