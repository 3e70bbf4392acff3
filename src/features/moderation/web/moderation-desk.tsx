import { Desk } from './desk.tsx';
import { ForModerators } from './for-moderators.tsx';

/** The place of moderators: what the pre-review passed on, and their decisions (product §10). */
export function ModerationDesk() {
  return (
    <ForModerators>
      <Desk />
    </ForModerators>
  );
}
