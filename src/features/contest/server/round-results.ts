import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** The result of a completed round: the authors of its entries by votes, and the winning entry. */
export interface RoundResult {
  participant_numbers: number[];
  submission_id: string | null;
  title: string | null;
  votes: number | null;
  chapter_id: string | null;
  chapter_number: number | null;
  is_hidden: boolean;
  author_id: string | null;
  username: string | null;
  slug: string | null;
  avatar_key: string | null;
  color_index: number | null;
}

/** Selects the result of the round aliased `r`. Only for completed rounds, because it reveals the authors. */
const RESULT = sql`select
    array(select p.number from submissions s join participants p on p.story_id = s.story_id and p.account_id = s.author_id
      where s.round_id = r.id and s.status = 'approved' and s.ballot_at is not null
      order by s.votes desc, s.submitted_at, s.id) as participant_numbers,
    w.id::text as submission_id, w.title, w.votes, c.id::text as chapter_id, c.number as chapter_number,
    coalesce(c.status = 'hidden', false) as is_hidden, a.id::text as author_id, a.username, a.slug, a.avatar_key,
    p.number as color_index
  from (select 1) as one
  left join submissions w on w.id = r.winner_id
  left join chapters c on c.id = w.chapter_id
  left join accounts a on a.id = w.author_id
  left join participants p on p.story_id = r.story_id and p.account_id = w.author_id`;

/** SQL expression: the result of the round aliased `r` as JSON. Null unless it is completed. */
export const RESULT_AS_JSON = sql`(select to_json(result) from (${RESULT}) result where r.status = 'completed')`;

/** Returns the result of a round. Null unless it is completed. */
export async function findResult(db: Db, roundId: string): Promise<RoundResult | null> {
  const { rows } = await sql<RoundResult>`select result.* from rounds r cross join lateral (${RESULT}) result
    where r.id = ${roundId} and r.status = 'completed'`.execute(db);
  return rows[0] ?? null;
}
