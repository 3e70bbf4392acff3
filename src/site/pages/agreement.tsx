import { to } from '#core/pages.ts';
import { pageApi } from '#features/pages/contract.ts';
import { TextPageView } from '#features/pages/web/text-page.tsx';
import { excerpt } from '#web/page/head.ts';
import { load, missing } from '#web/page/load.ts';
import { SiteLayout } from '../layout/site.tsx';
import { definePage } from '../page.ts';

export const agreement = definePage('agreement', {
  async load(request) {
    const { type } = request.params;
    if (type !== 'user' && type !== 'privacy') throw missing();
    const page = await load(request, pageApi.read, { page: type });
    const head = { title: page.title, description: excerpt(page.lead), path: to.agreement({ type }) };
    return { head, data: { page, dated: true } };
  },
  layout: () => SiteLayout,
  script: 'document',
  failureTitle: 'pages.load_failed',
  Content: TextPageView,
});
