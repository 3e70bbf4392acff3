import { missing } from '#web/page/load.ts';
import { NotFound } from '../layout/page-failure.tsx';
import { SiteLayout } from '../layout/site.tsx';
import { definePage } from '../page.ts';

/** The page for all URLs that match no other page. */
export const notFound = definePage('notFound', {
  load() {
    throw missing();
  },
  layout: () => SiteLayout,
  script: 'document',
  Content: NotFound,
});
