import { Suspense } from 'react';
import type { EditorSlots } from '#features/chapters/web/editor-page/editor-slots.ts';
import { EditorTurnBanner } from './editor-turn-banner.tsx';
import { NextAuthorPicker } from './next-author.tsx';

/** What relays add to the chapter editor: the current turn, and the choice of the next author. */
export const relayEditor: EditorSlots = {
  above: ({ id }) => (
    <Suspense>
      <EditorTurnBanner storyId={id} />
    </Suspense>
  ),
  nextAuthor: (field) => (
    <Suspense>
      <NextAuthorPicker {...field} />
    </Suspense>
  ),
};
