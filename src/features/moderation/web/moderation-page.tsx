import { ForModerators } from './for-moderators.tsx';
import { ModerationQueue } from './moderation-queue.tsx';

/** The page for moderators: the queue, and their decisions (product §10). */
export function ModerationPage() {
  return (
    <ForModerators>
      <ModerationQueue />
    </ForModerators>
  );
}
