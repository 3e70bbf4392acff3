import { sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import { compiledOnce } from '#platform/db/compiled.ts';
import type { Db } from '#platform/db/database.ts';
import { PREPARED } from '#platform/db/prepared.ts';

interface Place {
  accountId: string;
  storyId: string;
  chapterId: string;
  /** The chapter was read to its end. */
  toEnd: boolean;
  /** Whether the member is one of its readers, and as whom they are counted on which day. */
  counts: boolean;
  day: string;
  reader: Buffer;
  language: Language;
}

/**
 * Notes where a member is, what they have read to its end, and counts them among the readers of the day. Who comes to the end
 * of the same chapter again has not read it twice. `days_since` is how many days before they had been in the story: 0 for who
 * never was, null for who was here today.
 */
const writePlace = compiledOnce<Place>()((db, param) =>
  sql<never>`
    with before as (
      select read_at from reading_places where account_id = ${param('accountId')} and story_id = ${param('storyId')}),
    placed as (
      insert into reading_places (account_id, story_id, chapter_id)
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

/** In an open transaction; see `writePlace`. */
export async function notePlace(db: Db, place: Place): Promise<void> {
  await writePlace(db, place);
}
