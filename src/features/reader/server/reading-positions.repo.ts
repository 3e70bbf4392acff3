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
      select read_at from reading_positions where account_id = ${param('accountId')} and story_id = ${param('storyId')}),
    placed as (
      insert into reading_positions (account_id, story_id, chapter_id)
      values (${param('accountId')}, ${param('storyId')}, ${param('chapterId')})
      on conflict (account_id, story_id) do update set chapter_id = excluded.chapter_id, read_at = db_clock()),
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
