import { SOCIAL_IMAGE, to } from '#core/pages.ts';
import { pageApi } from '#features/pages/contract.ts';
import { TextPageView } from '#features/pages/web/text-page.tsx';
import { excerpt } from '#web/page/head.ts';
import { load } from '#web/page/load.ts';
import { SiteLayout } from '../layout/site.tsx';
import { definePage } from '../page.ts';

export const accessibility = definePage('accessibility', {
  async load(request) {
    const page = await load(request, pageApi.read, { page: 'accessibility' });
    return {
      head: { title: page.title, description: excerpt(page.lead), path: to.accessibility(), image: SOCIAL_IMAGE },
      data: { page },
    };
  },
  layout: () => SiteLayout,
  script: 'document',
  Content: TextPageView,
});
