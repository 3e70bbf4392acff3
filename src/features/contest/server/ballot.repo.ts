import { createHash } from 'node:crypto';
import type { Db } from '#platform/db/database.ts';
import type { BallotCandidate } from '../model/ballot.ts';
import type { RoundRecord } from './rounds.repo.ts';

/** An entry that is or was on the ballot, with what the ballot shows of it. */
export interface BallotEntry extends BallotCandidate {
  authorId: string;
  title: string;
  summary: string;
  units: number;
}

/**
 * Returns all entries that are or were on the ballot. If voting has started but no tick has saved that yet, these are
 * the approved entries, as the tick will save them.
 */
export async function loadBallot(db: Db, { id, times, current }: RoundRecord): Promise<BallotEntry[]> {
  const openedAt = current.votingStartedAt;
  if (openedAt === null) return [];
  const isWritten = times.votingStartedAt !== null;
  const rows = await db
    .selectFrom('submissions')
    .where('round_id', '=', id)
    .where((eb) => (isWritten ? eb('ballot_at', 'is not', null) : eb('status', '=', 'approved')))
    .select(['id', 'author_id', 'status', 'title', 'summary', 'units', 'ballot_at'])
    .execute();
  return rows.map((row) => {
    const ballotAt = row.ballot_at ?? openedAt;
    return {
      id: row.id,
      late: ballotAt > openedAt,
      ballotAt,
      gone: row.status !== 'approved',
      authorId: row.author_id,
      title: row.title!,
      summary: row.summary!,
      units: row.units!,
    };
  });
}

/** Returns a pseudorandom rank for ids. The same words always give the same order. */
export function orderBy(...words: string[]): (id: string) => string {
  return (id) =>
    createHash('sha256')
      .update([...words, id].join(' '))
      .digest('hex');
}
