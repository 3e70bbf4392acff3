import { to } from '#core/pages.ts';
import { newsApi } from '#features/news/contract.ts';
import { UnsubscribePage } from '#features/news/web/unsubscribe-page.tsx';
import { load } from '#web/page/load.ts';
import { SiteLayout } from '../layout/site.tsx';
import { definePage } from '../page.ts';

export const unsubscribe = definePage('unsubscribe', {
  async load(request) {
    const { token } = request.params;
    const { label } = await load(request, newsApi.unsubscribing, { token });
    const title = request.translator.t('news.stop_title');
    return {
      head: { title, path: to.unsubscribe({ token }), noindex: true },
      data: { token, label, isDone: request.query.get('done') === '1' },
    };
  },
  layout: () => SiteLayout,
  script: 'document',
  Content: UnsubscribePage,
});
