import { applyAccountLanguage } from '#web/api/account-language.ts';
import { dropTokens, keepTokens, refreshToken } from '#web/api/session.ts';
import type { Tokens } from '../contract.ts';
import { keepPlannedDeletion } from './planned-deletion.ts';
import { restrictionNote } from './restriction.ts';

/**
 * Logs this browser in. Logs out a previous member first, so that none of their data stays on the page. Returns true if
 * this page is in another language than the member’s pages from now on.
 */
export function enter({ language, ...tokens }: Tokens): boolean {
  if (refreshToken() !== null) dropTokens();
  // Logging in cancels a planned deletion.
  keepPlannedDeletion(null);
  // Its token could still be used to appeal and to fetch the data of the restricted account.
  restrictionNote.keep(null);
  const isInAnother = applyAccountLanguage(language);
  keepTokens(tokens);
  return isInAnother;
}
