import { sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import { compiledOnce } from '#platform/db/compiled.ts';
import type { Db } from '#platform/db/database.ts';
import { PREPARED } from '#platform/db/prepared.ts';
import type { Row } from '#platform/db/rows.ts';

interface Progress {
  accountId: string;
  storyId: string;
  chapterId: string;
  /** True if the chapter was read to its end. */
  toEnd: boolean;
  /** Whether to count the member as a reader on `day`, under the digest `reader`. */
  counts: boolean;
  day: string;
  reader: Buffer;
  language: Language;
}

/**
 * Saves a member’s reading position and whether they finished the chapter, and counts them as a reader of the day.
 * Finishing the same chapter again isn’t counted. `days_since` is the number of days since their last read in this
 * story: 0 on the first read, null if they already read in it today.
 */
const writePosition = compiledOnce<Progress>()((db, param) =>
  sql<never>`
    with before as (
      select read_at from reading_positions
      where account_id = ${param('accountId')} and story_id = ${param('storyId')} and not is_brought),
    placed as (
      insert into reading_positions (account_id, story_id, chapter_id)
      values (${param('accountId')}, ${param('storyId')}, ${param('chapterId')})
      on conflict (account_id, story_id) do update
        set chapter_id = excluded.chapter_id, read_at = db_clock(), is_brought = false),
    ended as (
      insert into read_chapters (account_id, story_id, chapter_id)
      select ${param('accountId')}, ${param('storyId')}, ${param('chapterId')} where ${param('toEnd')}::boolean
      on conflict do nothing
      returning true as to_end)
    insert into daily_reads (day, chapter_id, story_id, reader, language, to_end, days_since)
    select ${param('day')}, ${param('chapterId')}, ${param('storyId')}, ${param('reader')}, ${param('language')}, read.to_end,
      case when seen.last is null then 0
        when seen.last < ${param('day')}::date then ${param('day')}::date - seen.last end
    from (select false as to_end union all select to_end from ended) read,
      (select (select (read_at at time zone 'UTC')::date from before) as last) seen
    where ${param('counts')}::boolean
    on conflict do nothing ${PREPARED}`.compile(db),
);

/** Requires an open transaction. See `writePosition`. */
export async function putPosition(db: Db, progress: Progress): Promise<void> {
  await writePosition(db, progress);
}

/** A reading position that a visitor’s browser has kept. */
export interface BroughtPlace {
  chapterId: string;
  /** Seconds since it was read there. */
  ago: number;
  /** Chapters that were finished. */
  read: readonly string[];
}

/**
 * Saves reading positions from before the member had an account, unless they have read on since. They aren’t counted as
 * reads. Leaves out what readers can’t see anymore. Returns the number of stories.
 */
export async function bringPositions(db: Db, accountId: string, places: readonly BroughtPlace[]): Promise<number> {
  const given = JSON.stringify(places.map(({ chapterId, ago, read }) => ({ chapter_id: chapterId, ago, read })));
  const { rows } = await sql<{ count: string }>`
    with given as (select * from jsonb_to_recordset(${given}::jsonb) as g (chapter_id bigint, ago double precision, read jsonb)),
    shown as (
      select distinct on (c.story_id) c.story_id, c.id, g.ago
      from given g join chapters c on c.id = g.chapter_id join stories s on s.id = c.story_id
      where c.is_readable and s.is_public
      order by c.story_id, g.ago),
    finished as (
      insert into read_chapters (account_id, story_id, chapter_id)
      select distinct ${accountId}::bigint, c.story_id, c.id
      from given g, jsonb_array_elements_text(g.read) r (id) join chapters c on c.id = r.id::bigint
      join stories s on s.id = c.story_id
      where c.is_readable and s.is_public
      on conflict do nothing),
    placed as (
      insert into reading_positions (account_id, story_id, chapter_id, read_at, is_brought)
      select ${accountId}, story_id, id, db_clock() - make_interval(secs => ago), true from shown
      on conflict (account_id, story_id) do update set chapter_id = excluded.chapter_id, read_at = excluded.read_at
      where reading_positions.read_at < excluded.read_at)
    select count(*) from shown`.execute(db);
  return Number(rows[0]!.count);
}

/** Inserts reads of visitors, which `countReads` adds up. A visitor counts once per chapter and day. */
export async function insertReads(
  db: Db,
  reads: readonly Pick<
    Row<'daily_reads'>,
    'day' | 'reader' | 'chapter_id' | 'story_id' | 'language' | 'to_end' | 'days_since'
  >[],
): Promise<void> {
  await db
    .insertInto('daily_reads')
    .values(reads)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Moves the reading positions in a chapter that is about to be deleted to the chapter before it. */
export async function movePositionsBack(db: Db, chapterId: string): Promise<void> {
  await sql`update reading_positions p set chapter_id = b.id from chapters c join chapters b on b.story_id = c.story_id
      and b.deleted_at is null and case when c.parent_id is null then b.number = c.number - 1 else b.id = c.parent_id end
    where c.id = ${chapterId} and p.chapter_id = c.id`.execute(db);
}
