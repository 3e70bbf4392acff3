import { Suspense } from 'react';
import { LANGUAGES } from '#core/languages.ts';
import { TranslationEditorPage } from '#features/translation/web/editor/translation-editor-page.tsx';
import { useAddress } from '#web/navigation/use-address.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { Logo } from '../layout/brand.tsx';

/** The page for translating a story or a chapter. */
export function TranslatePage({ storyId, chapterId }: { storyId: string; chapterId: string | null }) {
  const { query, change } = useAddress();
  const language = LANGUAGES.find((known) => known === query.get('lang')) ?? null;
  return (
    <Suspense fallback={<Spinner />}>
      <TranslationEditorPage
        key={language}
        address={{ storyId, chapterId, language }}
        logo={<Logo />}
        onLanguage={(next) => change({ lang: next }, { toTop: true })}
      />
    </Suspense>
  );
}
