import type { SuggestionDialog } from './case-parts.tsx';
import { Desk } from './desk.tsx';
import { ForModerators } from './for-moderators.tsx';

/** The place of moderators: what the pre-review passed on, and their decisions (product §10). */
export function ModerationDesk(props: { SuggestionDialog: SuggestionDialog }) {
  return (
    <ForModerators>
      <Desk {...props} />
    </ForModerators>
  );
}
