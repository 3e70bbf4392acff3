import { to } from '#core/pages.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import { load } from '#web/page/load.ts';
import { SiteLayout } from '../layout/site.tsx';
import { definePage } from '../page.ts';
import HomeView from './home.view.tsx';

export const home = definePage('home', {
  async load(request) {
    const { translator, site } = request;
    const head = {
      title: translator.t('meta.home_title', { site: site.name }),
      description: translator.t('meta.home_description'),
      keywords: translator.t('meta.keywords'),
      path: to.home(),
    };
    return { head, data: { home: await load(request, discoveryApi.home, {}) } };
  },
  layout: () => SiteLayout,
  script: 'hydrated',
  Content: HomeView,
});
