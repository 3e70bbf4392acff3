import type { SuggestionDialogSlot } from './case-parts.tsx';
import { ForModerators } from './for-moderators.tsx';
import { ModerationQueue } from './moderation-queue.tsx';

/** The page for moderators: the queue, and their decisions (product §10). */
export function ModerationPage(props: { SuggestionDialog: SuggestionDialogSlot }) {
  return (
    <ForModerators>
      <ModerationQueue {...props} />
    </ForModerators>
  );
}
