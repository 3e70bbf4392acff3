import { OPENS_NEEDED } from './contest-limits.ts';

/** An entry that is or was on the ballot. */
export interface BallotCandidate {
  id: string;
  /** It was approved after voting had started. */
  late: boolean;
  ballotAt: Date;
  /** It was removed from the ballot. */
  gone: boolean;
}

/** Returns the letter of a ballot item: A, B … Z, AA, AB … */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

/**
 * Returns the ballot in one voter’s order, with that voter’s letters. The order is shuffled by `rank`, which depends on
 * the voter. Late entries come last, and removed entries keep their letters, so that an entry’s letter never changes.
 */
export function ballotOf(
  candidates: readonly BallotCandidate[],
  rank: (id: string) => string,
): { id: string; letter: string }[] {
  const place = ({ id, late, ballotAt }: BallotCandidate) =>
    `${late ? 1 : 0} ${late ? ballotAt.toISOString() : ''} ${rank(id)}`;
  const places = new Map(candidates.map((candidate) => [candidate.id, place(candidate)]));
  return [...candidates]
    .sort((a, b) => (places.get(a.id)! < places.get(b.id)! ? -1 : 1))
    .flatMap(({ id, gone }, index) => (gone ? [] : [{ id, letter: letterOf(index) }]));
}

/** How many entries must be opened before voting, for a ballot with this number of entries. */
export function opensNeeded(entries: number): number {
  return Math.min(entries, OPENS_NEEDED);
}

/** What the ranking of the entries is based on. */
export interface Counted {
  id: string;
  votes: number;
  submittedAt: Date;
}

/** Sorts entries as in a result: most votes first, and the earlier submission first if equal. The first one wins. */
export function inOrderOfVotes<T extends Counted>(entries: readonly T[]): T[] {
  return [...entries].sort(
    (a, b) =>
      b.votes - a.votes || a.submittedAt.getTime() - b.submittedAt.getTime() || (BigInt(a.id) < BigInt(b.id) ? -1 : 1),
  );
}
