import { type Kysely, sql } from 'kysely';
import type { DB } from '#platform/db/schema.ts';

/**
 * Number of generated word lists in the search index. They are short, and chapters share them, because no migration
 * reads them and making them takes long.
 */
const WORD_LISTS = 500;
/** Days on which the chapters were published, so that the log covers several months. */
const DAYS = 200;

/**
 * Inserts what a library gathers besides its texts: a revision, a review, a message and rows of the log for each
 * chapter, and the reads of the last days. Works with earlier versions of the schema.
 */
export async function fillHistory(db: Kysely<DB>, say: (text: string) => void): Promise<void> {
  const at = sql`now() - (id % ${sql.lit(DAYS)}) * interval '1 day'`;
  const steps = {
    reviews: sql`insert into reviews (subject_kind, subject_id, story_id, author_id, version, is_edit, language, title, state, submitted_at, decided_at)
      select 'chapter', id, story_id, author_id, 1, false, 'en', title, 'approved', ${at}, ${at} from chapters`,
    'rows of the log': sql`insert into status_log (subject_kind, subject_id, action, from_status, to_status, at)
      select 'chapter', id, action, 'draft', became, ${at}
      from chapters, (values ('submit', 'pending'), ('approve', 'approved')) step (action, became)
      union all select 'review', id, 'approve', 'automatic', 'approved', submitted_at from reviews`,
    messages: sql`insert into messages (account_id, type, story_id, chapter_id, params, created_at)
      select author_id, 'chapter_approved', story_id, id, jsonb_build_object('chapter', title), ${at} from chapters`,
    revisions: sql`insert into chapter_revisions (chapter_id, revision, kind, title, summary, document, units)
      select id, 1, 'submitted', title, summary, document, units from chapters join chapter_texts on chapter_id = id`,
    reads: sql`insert into daily_reads (day, chapter_id, story_id, reader, counted, language)
      select current_date - (id % 3)::int, id, story_id, decode(md5(id::text), 'hex'), true, 'en' from chapters where id % 2 = 0`,
    readers: sql`insert into daily_readers (day, story_id, reader) select day, story_id, reader from daily_reads`,
    'rows of the search index': sql`with lists as (
        select chapter_id % ${sql.lit(WORD_LISTS)} as n,
          to_tsvector('simple', document #>> '{content,0,content,0,text}') as tokens
        from chapter_texts where chapter_id > ${sql.lit(WORD_LISTS)} and chapter_id <= ${sql.lit(2 * WORD_LISTS)})
      insert into search_texts (story_id, chapter_id, translation_id, language, title_key, tokens)
      select story_id, id, 0, 'en', lower(title), tokens from chapters join lists on n = id % ${sql.lit(WORD_LISTS)}`,
  };
  // It is not read either, and filling it row by row takes an hour.
  await sql`drop index search_texts_chapters`.execute(db);
  for (const [what, step] of Object.entries(steps)) {
    const { numAffectedRows = 0n } = await step.execute(db);
    say(`  ${numAffectedRows} ${what}`);
  }
  await sql`truncate search_pending`.execute(db);
}
