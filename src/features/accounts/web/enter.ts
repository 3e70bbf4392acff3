import { dropTokens, keepTokens, refreshToken } from '#web/api/session.ts';
import { keepPlannedDeletion } from './planned-deletion.ts';
import { restrictionNote } from './restriction.ts';

/** Logs this browser in. Logs out a previous member first, so that none of their data stays on the page. */
export function enter(tokens: { accessToken: string; refreshToken: string }): void {
  if (refreshToken() !== null) dropTokens();
  // Logging in cancels a planned deletion.
  keepPlannedDeletion(null);
  // Its token could still be used to appeal and to fetch the data of the restricted account.
  restrictionNote.keep(null);
  keepTokens(tokens);
}
