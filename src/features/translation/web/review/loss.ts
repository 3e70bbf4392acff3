import { ApiError } from '#web/api/client.ts';

/** Why a reviewer no longer has a translation: the time is over, another has it, or there is nothing to decide any more. */
export type Loss = 'over' | 'taken' | 'gone';

/** What a refusal says about that; null for every other failure. */
export function lossBy(error: unknown): Loss | null {
  if (!(error instanceof ApiError)) return null;
  switch (error.code) {
    case 'lease_over':
      return 'over';
    case 'translation_claimed':
      return 'taken';
    case 'wrong_state':
    case 'translation_not_found':
      return 'gone';
    default:
      return null;
  }
}
