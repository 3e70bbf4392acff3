import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { branchApi } from '#features/branch/contract.ts';
import type { EditorSlots } from '#features/chapters/web/editor-page/editor-slots.ts';
import { call } from '#web/api/client.ts';
import { apiOf } from '#web/api/in-loader.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { SkipLink } from '#web/layout/bars.tsx';
import { Logo } from '#web/layout/brand.tsx';
import { NotFound } from '#web/layout/page-failure.tsx';
import { pageMeta } from '#web/layout/page-meta.ts';
import { useAddress } from '#web/navigation/use-address.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import type { Route } from './+types/edit-chapter.ts';

// The editor is heavy: it is fetched on writing pages only.
const ChapterEditorPage = lazy(() =>
  import('#features/chapters/web/editor-page/chapter-editor-page.tsx').then((m) => ({ default: m.ChapterEditorPage })),
);

const EditorTurnBanner = lazy(() =>
  import('#features/relay/web/editor-turn-banner.tsx').then((m) => ({ default: m.EditorTurnBanner })),
);
const NextAuthor = lazy(() =>
  import('#features/relay/web/next-author.tsx').then((m) => ({ default: m.NextAuthorPicker })),
);

const EditorReservationBanner = lazy(() =>
  import('#features/branch/web/editor-reservation-banner.tsx').then((m) => ({ default: m.EditorReservationBanner })),
);
const MapLink = lazy(() => import('#features/branch/web/editor-links.tsx').then((m) => ({ default: m.MapLink })));
const ForkLink = lazy(() => import('#features/branch/web/editor-links.tsx').then((m) => ({ default: m.ForkLink })));

const SLOTS: EditorSlots = {
  takePlace: async ({ mode }, chapterId) => {
    if (mode === 'branch') await call(branchApi.reserve, { chapterId });
  },
  leavePlace: ({ mode }, chapterId) => {
    // What could not be given free runs out by itself.
    if (mode === 'branch') call(branchApi.release, { chapterId }).catch(() => {});
  },
  above: (story, parentId) => (
    <Suspense>
      {story.mode === 'relay' && <EditorTurnBanner storyId={story.id} />}
      {story.mode === 'branch' && parentId !== null && (
        <EditorReservationBanner storyId={story.id} chapterId={parentId} />
      )}
    </Suspense>
  ),
  out: (story) =>
    story.mode === 'branch' && (
      <Suspense>
        <MapLink storyId={story.id} />
      </Suspense>
    ),
  back: (story, parentId) => (
    <Suspense>
      <ForkLink storyId={story.id} chapterId={parentId} />
    </Suspense>
  ),
  nextAuthor: (field) =>
    field.story.mode === 'relay' && (
      <Suspense>
        <NextAuthor {...field} />
      </Suspense>
    ),
};

export function loader({ context }: Route.LoaderArgs) {
  const { translator } = apiOf(context);
  return { head: { title: translator.t('chapters.page_title'), path: '/edit_chapter', noindex: true } };
}

export const meta = pageMeta;

export default function EditChapterRoute() {
  const t = useT('chapters');
  const { key } = useLocation();
  const { query } = useAddress();
  const isHydrated = useHydrated();
  const storyId = query.get('storyId');
  if (!storyId) {
    return (
      <main id="main" className="wrap" data-hydrate>
        <NotFound />
      </main>
    );
  }
  const address = { storyId, chapterId: query.get('chapterId'), parentChapterId: query.get('parentChapterId') };
  return (
    <>
      <SkipLink label={t('common.skip')} />
      <noscript data-hydrate>
        <p className="wrap">{t('chapters.needs_script')}</p>
      </noscript>
      {isHydrated ? (
        <Suspense fallback={<Spinner />}>
          {/* "Write next chapter" leads to the same address: each visit opens the editor anew. */}
          <ChapterEditorPage key={key} address={address} logo={<Logo />} slots={SLOTS} />
        </Suspense>
      ) : (
        <Spinner />
      )}
    </>
  );
}
