import { Suspense } from 'react';
import type { EditorSlots } from '#features/chapters/web/editor-page/editor-slots.ts';
import { call } from '#web/api/client.ts';
import { branchApi } from '../contract.ts';
import { canGrow } from '../model/tree.ts';
import { ForkLink, MapLink } from './editor-links.tsx';
import { OtherPlaces } from './editor-other-places.tsx';
import { EditorReservationBanner } from './editor-reservation-banner.tsx';

/** What branches add to the chapter editor: the reservation of the continuation, other places, and links to the tree. */
export const branchEditor: EditorSlots = {
  takePlace: (_story, chapterId) => call(branchApi.reserve, { chapterId }),
  async isFree(chapterId) {
    const { taken, maxContinuations, joinPolicy, path } = await call(branchApi.continuations, { chapterId });
    const here = path.at(-1);
    return joinPolicy === 'open' && taken < maxContinuations && here !== undefined && canGrow(here);
  },
  leavePlace: (_story, chapterId) => {
    // If this fails, the reservation expires.
    call(branchApi.release, { chapterId }).catch(() => {});
  },
  above: ({ id }, { parentId, ...place }) => (
    <Suspense>{parentId !== null && <EditorReservationBanner storyId={id} chapterId={parentId} {...place} />}</Suspense>
  ),
  otherPlaces: (choice) => (
    <Suspense>
      <OtherPlaces {...choice} />
    </Suspense>
  ),
  out: ({ id }) => (
    <Suspense>
      <MapLink storyId={id} />
    </Suspense>
  ),
  back: ({ id }, parentId) => (
    <Suspense>
      <ForkLink storyId={id} chapterId={parentId} />
    </Suspense>
  ),
};
