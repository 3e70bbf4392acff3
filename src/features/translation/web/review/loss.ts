import { ApiError } from '#web/api/client.ts';

/**
 * Why a reviewer no longer has a translation: the lease has expired, another reviewer has it, or it can’t be decided
 * anymore.
 */
export type Loss = 'over' | 'taken' | 'gone';

/** Maps an error to a loss. Null for every other failure. */
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
