import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createPreviousVersion } from '#testing/previous-version.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

let database: Database;
beforeAll(async () => {
  const settings = { ...inject('postgres'), database: `names_${process.pid}` };
  await createPreviousVersion(settings);
  await migrate(settings);
  database = openDatabase(settings, () => {}, { max: 1 });
}, 60_000);
afterAll(() => database?.close());

it('data of the previous version has the new names and values', async () => {
  const count = async (query: string) => {
    const { rows } = await sql
      .raw<{ count: number }>(`select count(*)::int as count from ${query}`)
      .execute(database.db);
    return rows[0]!.count;
  };
  for (const [query, rows] of [
    ['relay_queue where misses = 2 and skipped_at is not null', 1],
    ["relay_turns where ending = 'passed'", 1],
    ["stories where join_policy = 'applications'", 1],
    [`stories where mode = 'relay' and mode_settings = '{"turnDays": 3}'`, 1],
    [
      `stories where mode = 'competition' and mode_settings = '{"writingHours": 24, "votingHours": 48, "minParticipants": 5}'`,
      1,
    ],
    ["stories where mode = 'solo' and mode_settings = '{}'", 2],
    ['story_drafts where is_minor_edit', 1],
    ['chapter_drafts where is_minor_edit', 1],
    ['branch_reservations', 1],
    ['rounds where shortage_notified_at is not null', 1],
    ['reading_positions', 1],
    ["glossary_terms where term = 'Ferry'", 1],
    ["reviews where findings->0->>'check' = 'links'", 5],
    ["accounts where status = 'pending_deletion' and deletion_due_at is not null and deletion_content = 'delete'", 1],
    ["sessions where end_reason = 'deletion'", 1],
    [`messages where params = '{"about": "vote_released", "round": 1, "entry": "An entry"}'`, 1],
    ["messages where params->>'about' = 'vote_freed'", 0],
  ] as const)
    expect([query, await count(query)]).toEqual([query, rows]);
});

it('no constraint, index, sequence or function has a former name', async () => {
  const { rows } = await sql`
    select name from (
      select conname::text as name from pg_constraint union all select relname from pg_class where relnamespace = 'public'::regnamespace
      union all select proname from pg_proc where pronamespace = 'public'::regnamespace) names
    where name ~ 'seats|benched|joining|hold_member|spots|told_|keeps_meaning|places|marks|_desk|translation_names|in_hand|leaving'
      or name in ('rename_table', 'rename_column')`.execute(database.db);
  expect(rows).toEqual([]);
});
