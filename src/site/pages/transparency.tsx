import { SOCIAL_IMAGE, to } from '#core/pages.ts';
import { transparencyApi } from '#features/moderation/contract-transparency.ts';
import { TransparencyPage } from '#features/moderation/web/transparency/transparency-page.tsx';
import { load } from '#web/page/load.ts';
import { SiteLayout } from '../layout/site.tsx';
import { definePage } from '../page.ts';

export const transparency = definePage('transparency', {
  async load(request) {
    const { t } = request.translator;
    const year = request.query.get('year') ?? undefined;
    const counts = await load(request, transparencyApi.read, year === undefined ? {} : { year });
    const [title, description] = [t('transparency.title'), t('transparency.description')];
    return { head: { title, description, path: to.transparency({ year }), image: SOCIAL_IMAGE }, data: { counts } };
  },
  layout: () => SiteLayout,
  script: 'document',
  Content: TransparencyPage,
});
