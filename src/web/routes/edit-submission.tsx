import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { apiOf } from '#web/api/in-loader.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { SkipLink } from '#web/layout/bars.tsx';
import { Logo } from '#web/layout/brand.tsx';
import { pageMeta } from '#web/layout/page-meta.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import type { Route } from './+types/edit-submission.ts';

// The editor is heavy: it is fetched on writing pages only.
const EntryEditorPage = lazy(() =>
  import('#features/contest/web/entry-editor/entry-editor-page.tsx').then((m) => ({ default: m.EntryEditorPage })),
);

export function loader({ context, params }: Route.LoaderArgs) {
  const { translator } = apiOf(context);
  const path = `/edit_submission/story/${params.storyId}/round/${params.roundId}`;
  return { head: { title: translator.t('submission.page_title'), path, noindex: true } };
}

export const meta = pageMeta;

export default function EditSubmissionRoute({ params: { storyId, roundId } }: Route.ComponentProps) {
  const t = useT('chapters', 'submission');
  const { key } = useLocation();
  const isHydrated = useHydrated();
  return (
    <>
      <SkipLink label={t('common.skip')} />
      <noscript data-hydrate>
        <p className="wrap">{t('chapters.needs_script')}</p>
      </noscript>
      {isHydrated ? (
        <Suspense fallback={<Spinner />}>
          <EntryEditorPage key={key} storyId={storyId} roundId={roundId} logo={<Logo />} />
        </Suspense>
      ) : (
        <Spinner />
      )}
    </>
  );
}
