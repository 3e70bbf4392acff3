import type { ResultEntry } from '../../contract.ts';

/** Where the bar of an entry ends. The full width is 4/3 of the most votes, so that no bar meets its number. */
export function barEnd(votes: number, most: number): string {
  const share = most === 0 ? 0 : votes / (most + most / 3);
  return `${Math.round(share * 1000) / 10}%`;
}

/**
 * The entry is shown, but wasn’t voted on. An entry that won without a vote wasn’t voted on either, but isn’t meant
 * here.
 */
export const isShownOnly = ({ isLate, isWinner }: Pick<ResultEntry, 'isLate' | 'isWinner'>) => isLate && !isWinner;
