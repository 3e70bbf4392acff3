import { OPENS_NEEDED } from './contest-limits.ts';

/** An entry that is or was on the ballot. */
export interface BallotCandidate {
  id: string;
  /** It came after the vote had begun. */
  late: boolean;
  ballotAt: Date;
  /** It left, by being taken out. */
  gone: boolean;
}

/** A, B … Z, AA, AB … */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

/**
 * The ballot in one voter's order, with the letters that are theirs: shuffled by `rank`, which hangs on the voter. What
 * joins later stands behind, and what leaves takes its letter along, so that a letter once seen stays with its entry.
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

/** How many entries must be opened before voting, of so many that stand on the voter's ballot. */
export function opensNeeded(entries: number): number {
  return Math.min(entries, OPENS_NEEDED);
}

/** What the winner is found by. */
export interface Counted {
  id: string;
  votes: number;
  submittedAt: Date;
}

/** Entries in the order of a result: most votes first, and of equals the one submitted first. The first one wins. */
export function inOrderOfVotes<T extends Counted>(entries: readonly T[]): T[] {
  return [...entries].sort(
    (a, b) =>
      b.votes - a.votes || a.submittedAt.getTime() - b.submittedAt.getTime() || (BigInt(a.id) < BigInt(b.id) ? -1 : 1),
  );
}
