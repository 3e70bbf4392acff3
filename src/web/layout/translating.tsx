import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { LANGUAGES } from '#core/languages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useAddress } from '#web/navigation/use-address.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { SkipLink } from './bars.tsx';
import { Logo } from './brand.tsx';

// The editor is fetched on writing pages only.
const TranslationEditorPage = lazy(() =>
  import('#features/translation/web/editor/translation-editor-page.tsx').then((m) => ({
    default: m.TranslationEditorPage,
  })),
);

/** The page on which a story or a chapter is translated. */
export function TranslatePage({ storyId, chapterId }: { storyId: string; chapterId: string | null }) {
  const t = useT('chapters');
  const { key } = useLocation();
  const { query, change } = useAddress();
  const isHydrated = useHydrated();
  const language = LANGUAGES.find((known) => known === query.get('lang')) ?? null;
  return (
    <>
      <SkipLink label={t('common.skip')} />
      <noscript data-hydrate>
        <p className="wrap">{t('chapters.needs_script')}</p>
      </noscript>
      {isHydrated ? (
        <Suspense fallback={<Spinner />}>
          <TranslationEditorPage
            key={key}
            address={{ storyId, chapterId, language }}
            logo={<Logo />}
            onLanguage={(next) => change({ lang: next }, { toTop: true })}
          />
        </Suspense>
      ) : (
        <Spinner />
      )}
    </>
  );
}
