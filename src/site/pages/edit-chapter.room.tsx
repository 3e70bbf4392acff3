import { Suspense } from 'react';
import { branchApi } from '#features/branch/contract.ts';
import { ForkLink, MapLink } from '#features/branch/web/editor-links.tsx';
import { EditorReservationBanner } from '#features/branch/web/editor-reservation-banner.tsx';
import { ChapterEditorPage } from '#features/chapters/web/editor-page/chapter-editor-page.tsx';
import type { EditorSlots } from '#features/chapters/web/editor-page/editor-slots.ts';
import { EditorTurnBanner } from '#features/relay/web/editor-turn-banner.tsx';
import { NextAuthorPicker as NextAuthor } from '#features/relay/web/next-author.tsx';
import { call } from '#web/api/client.ts';
import { useAddress } from '#web/navigation/use-address.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { Logo } from '../layout/brand.tsx';
import { NotFound } from '../layout/page-failure.tsx';

const SLOTS: EditorSlots = {
  takePlace: async ({ mode }, chapterId) => {
    if (mode === 'branch') await call(branchApi.reserve, { chapterId });
  },
  leavePlace: ({ mode }, chapterId) => {
    // If this fails, the reservation expires.
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

export default function EditChapterRoom() {
  const { query } = useAddress();
  const storyId = query.get('storyId');
  if (!storyId) {
    return (
      <main id="main" className="wrap">
        <NotFound />
      </main>
    );
  }
  const address = { storyId, chapterId: query.get('chapterId'), parentChapterId: query.get('parentChapterId') };
  return (
    <Suspense fallback={<Spinner />}>
      <ChapterEditorPage address={address} logo={<Logo />} slots={SLOTS} />
    </Suspense>
  );
}
