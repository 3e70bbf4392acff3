import type { ResultEntry } from '../../contract.ts';

/** Where the bar of so many votes ends. The whole width is the most votes and a third, so that no bar meets its number. */
export function barEnd(votes: number, most: number): string {
  const share = most === 0 ? 0 : votes / (most + most / 3);
  return `${Math.round(share * 1000) / 10}%`;
}

/** Shown without having been in the vote. An entry that won alone was in none either, and won. */
export const isShownOnly = ({ isLate, isWinner }: Pick<ResultEntry, 'isLate' | 'isWinner'>) => isLate && !isWinner;
