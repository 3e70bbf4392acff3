import { dropTokens, keepTokens, refreshToken } from '#web/api/session.ts';
import { keepPlannedDeletion } from './planned-deletion.ts';
import { restrictionNote } from './restriction.ts';

/** Signs this browser in. Whoever was signed in before goes first, so that nothing of theirs stays on the page. */
export function enter(tokens: { accessToken: string; refreshToken: string }): void {
  if (refreshToken() !== null) dropTokens();
  // To sign in is to stay.
  keepPlannedDeletion(null);
  // It lets its reader appeal and fetch the data of the restricted account.
  restrictionNote.keep(null);
  keepTokens(tokens);
}
