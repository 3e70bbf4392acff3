import { type Kysely, sql } from 'kysely';
import type { ConnectionSettings } from '#platform/db/database.ts';
import { openDatabase } from '#platform/db/database.ts';
import { migrate } from '#platform/db/migrate.ts';

/** Latest migration of the version that data is migrated from in tests. */
const PREVIOUS = '0019-the-gate';

/**
 * Creates a database of the previous version with rows in every table that later migrations change: a solo story with a
 * draft, a contest, a relay with a turn that was passed, a member who deletes their account, messages with and without a
 * request, several months of the log, and reads.
 */
export async function createPreviousVersion(settings: ConnectionSettings): Promise<void> {
  const root = openDatabase({ ...settings, database: 'postgres' }, () => {}, { max: 1, statementTimeout: 0 });
  await sql`create database ${sql.id(settings.database!)} template template0`.execute(root.db);
  await root.close();
  await migrate(settings, PREVIOUS);
  const { db, close } = openDatabase(settings, () => {}, { max: 1 });
  try {
    await fill(db);
  } finally {
    await close();
  }
}

const DOCUMENT = sql`jsonb_build_object('type', 'doc', 'content', '[]'::jsonb, 'n', n)`;

async function fill<T>(db: Kysely<T>): Promise<void> {
  for (const statement of [
    sql`insert into accounts (email, username, username_key, slug, preferred_language, status)
      select 'm' || n || '@example.org', 'member ' || n, 'member ' || n, 'member-' || n, 'de', 'active' from generate_series(1, 20) n`,
    sql`insert into category_suggestions (account_id, name, reason) values (1, 'Ferries', 'There are many')`,
    sql`insert into added_categories (code, names, suggestion_id) values ('ferries', '{"en": "Ferries"}', 1)`,
    sql`insert into stories (creator_id, mode, status, title, description, language, categories, cover_key, published_at, listed_at)
      select n, case n when 1 then 'competition' else 'solo' end, 'published', 'Story ' || n, 'About it', 'fr', '{drama,ferries}', 'd-1.svg', now(), now()
      from generate_series(1, 3) n`,
    sql`insert into stories (creator_id, mode, title, joining, participant_limit, turn_days) values (4, 'relay', 'A relay', 'applications', 6, 3)`,
    sql`update stories set writing_hours = 24, min_participants = 5 where mode = 'competition'`,
    sql`insert into story_drafts (story_id, title, language, cover_key, keeps_meaning) select n, 'Story', 'fr', 'd-1.svg', n = 2 from generate_series(1, 3) n`,
    sql`insert into story_stats (story_id) select generate_series(1, 3)`,
    sql`insert into chapters (story_id, author_id, number, status, title, summary, units, published_at)
      select 1 + n % 3, 1 + n % 3, n, 'approved', 'Chapter ' || n, 'What happens', 700, now() from generate_series(1, 30) n`,
    sql`insert into chapter_texts (chapter_id, story_id, revision, document) select n, 1 + n % 3, 1, ${DOCUMENT} from generate_series(1, 30) n`,
    sql`insert into chapter_drafts (chapter_id, document, keeps_meaning) select n, ${DOCUMENT}, n = 3 from generate_series(1, 10) n`,
    sql`insert into chapter_revisions (chapter_id, revision, kind, title, summary, document, units)
      select 1 + n % 2, n, 'autosave', 'Title', 'Summary', ${DOCUMENT}, 1 from generate_series(1, 90) n`,
    sql`insert into rounds (story_id, number, writing_hours, voting_hours, min_units, max_units, language, min_participants, told_short_at)
      values (1, 1, 72, 48, 100, 500, 'ja', 2, now())`,
    sql`insert into submissions (round_id, story_id, author_id, chapter_id) select 1, 1, 1 + n, n * 3 from generate_series(1, 3) n`,
    sql`insert into submission_texts (submission_id, document) select s.id, ${DOCUMENT} from submissions s, generate_series(1, 1) n`,
    sql`insert into reviews (subject_kind, subject_id, story_id, author_id, version, is_edit, language, title, marks)
      select 'chapter', n, 1 + n % 3, 1, 1, false, 'ko', 'Chapter', '[{"check": "links", "field": "content", "excerpts": ["a.example"]}]' from generate_series(1, 5) n`,
    sql`insert into translations (kind, story_id, chapter_id, language, translator_id, status, source_revision, title, summary, approved_at)
      select case n when 0 then 'story' else 'chapter' end, 1, nullif(3 * n, 0), 'es', 5, 'approved', 1, 'Título', 'Resumen', now() from generate_series(0, 3) n`,
    sql`insert into restrictions (action, subject_id, account_id, story_id, rule, reason) values ('hide_chapter', 3, 2, 1, 'spam', 'Long enough a reason')`,
    sql`insert into appeals (restriction_id, account_id, body) values (1, 2, 'Long enough an appeal')`,
    sql`insert into report_cases (target_kind, target_id, account_id, story_id) values ('chapter', 3, 2, 1)`,
    sql`insert into reports (case_id, reporter_id, reason) values (1, 7, 'violence')`,
    sql`insert into participation_requests (story_id, account_id, invited_at, expires_at) select 1, n, now(), now() + interval '7 days' from generate_series(8, 12) n`,
    sql`insert into messages (account_id, type, story_id, params, created_at, request_id)
      select 1 + n % 20, 'story_invite', 1, jsonb_build_object('user', 'member 1', 'user_id', '1', 'n', n), now() - n * interval '1 day', case when n <= 5 then n end
      from generate_series(1, 300) n`,
    sql`delete from messages where id > 290`,
    sql`insert into messages (account_id, type, story_id, params) values (6, 'system_notice', 1, '{"about": "vote_freed", "round": 1, "entry": "An entry"}')`,
    sql`insert into status_log (subject_kind, subject_id, action, from_status, to_status, actor_id, reason, at)
      select kind, 1 + n % 3, 'approve', 'pending', 'approved', 1, 'Because ' || n, now() - n * interval '9 days'
      from generate_series(1, 40) n, unnest('{story,chapter,review,translation,round,participation_request,restriction,report,appeal,account,feedback}'::text[]) kind`,
    sql`insert into daily_reads (day, chapter_id, reader, story_id, language) select current_date - n, n, '\\x01', 1, 'pt' from generate_series(0, 2) n`,
    sql`insert into daily_readers (day, story_id, reader) select current_date - n, 1, '\\x01' from generate_series(0, 2) n`,
    sql`insert into reader_days (story_id, day, days_since, language, readers) values (1, current_date, 0, 'zh', 3)`,
    sql`insert into page_views (day, page, language) values (current_date, 'home', 'en')`,
    sql`insert into reviewer_grants (account_id, language, granted_by) values (5, 'es', 1)`,
    sql`insert into translation_names (story_id, language, term, translation, saved_by) values (1, 'es', 'Ferry', 'Transbordador', 5)`,
    sql`insert into relay_seats (story_id, account_id, misses, benched_at) values (4, 4, 2, now())`,
    sql`insert into relay_turns (story_id, account_id, phase, ending, ended_at) values (4, 4, 'ended', 'handed_on', now())`,
    sql`insert into branch_spots (parent_id, account_id, story_id, expires_at) values (1, 6, 2, now() + interval '2 days')`,
    sql`insert into reading_places (account_id, story_id, chapter_id) values (7, 1, 3)`,
    sql`update accounts set status = 'leaving', leaving_at = now() + interval '14 days', leaving_texts = 'delete' where id = 20`,
    sql`insert into sessions (account_id, seed, ended_at, end_reason) values (20, decode(repeat('00', 32), 'hex'), now(), 'leaving')`,
  ])
    await statement.execute(db);
}
