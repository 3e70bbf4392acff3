import { LANGUAGE_NAMES, readLanguages, writeLanguages } from '#core/languages.ts';
import { FEED, SOCIAL_IMAGE, to } from '#core/pages.ts';
import { discoveryApi, type Home } from '#features/discovery/contract.ts';
import { HomePage } from '#features/discovery/web/home-page.tsx';
import { load } from '#web/page/load.ts';
import { Slot } from '#web/page/slot.tsx';
import { SiteLayout } from '../layout/site.tsx';
import { definePage } from '../page.ts';

export const home = definePage('home', {
  async load(request) {
    const { translator, site, language } = request;
    const head = {
      title: translator.t('meta.home_title', { site: site.name }),
      description: translator.t('meta.home_description'),
      keywords: translator.t('meta.keywords'),
      path: to.home(),
      image: SOCIAL_IMAGE,
      feeds: [
        { title: site.name, path: FEED },
        { title: `${site.name} · ${LANGUAGE_NAMES[language]}`, path: `${FEED}?t=${language}` },
      ],
    };
    // The page for readers of other languages, from which the browser takes the lists (`boot/languages-read.ts`).
    const languages = writeLanguages(readLanguages(request.query.get('languages') ?? ''));
    const [home] = await Promise.all([
      load(request, discoveryApi.home, languages === '' ? {} : { languages }),
      request.loadSlot('home.top', {}),
    ]);
    return { head, data: { home } };
  },
  layout: () => SiteLayout,
  script: 'document',
  Content: HomeDocument,
});

function HomeDocument({ home }: { home: Home }) {
  return (
    <>
      <Slot name="home-notes" props={{}} />
      <div className="slot" data-home="">
        <HomePage home={home} />
      </div>
    </>
  );
}
