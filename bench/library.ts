import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { indexBatch } from '#features/discovery/server/search-index.job.ts';
import type { DB } from '#platform/db/schema.ts';
import type { Book } from '#testing/books.ts';

/** Chapters of a generated story, as many as in long serials. */
const CHAPTERS_PER_STORY = 100;
const STORIES_PER_BATCH = 50;
/** Paragraphs of a generated chapter, about 700 words. */
const PARAGRAPHS = 20;
/**
 * Paragraphs of the first chapters, which pages are measured with. As long as in the measurements that the bars come
 * from.
 */
const LONG_PARAGRAPHS = 60;
const LONG_CHAPTERS = 2000;

const DEMO = join(import.meta.dirname, '../scripts/demo/library');

/** Returns the stories of the demo library. */
export function demoBooks(): Book[] {
  const stories = readdirSync(DEMO)
    .filter((name) => name !== 'members.json')
    .map((name) => JSON.parse(readFileSync(join(DEMO, name), 'utf8')));
  return stories.map(({ title, language, chapters }) => ({
    ...{ title, language },
    chapters: (chapters as { title: string; content: string }[]).map((chapter) => ({
      title: chapter.title,
      text: chapter.content,
    })),
  }));
}

/** Returns the paragraphs of the demo library’s English stories. */
function englishParagraphs(): string[] {
  return demoBooks()
    .filter((book) => book.language === 'en')
    .flatMap(({ chapters }) => chapters)
    .flatMap(({ text }) => text.split(/\n\n+/))
    .map((text) => text.trim())
    .filter((text) => text.length > 80 && text.length < 420);
}

/** Interval in ms for checking whether the search index is complete. */
const LOOK_MS = 500;

/**
 * Waits until every text is in the search index. Otherwise indexing would run during the measurements. Returns the
 * seconds that it took.
 */
export async function indexed(db: Kysely<DB>): Promise<number> {
  const begun = performance.now();
  const waits = () => db.selectFrom('search_pending').select('id').limit(1).executeTakeFirst();
  while (await waits()) await setTimeout(LOOK_MS);
  return (performance.now() - begun) / 1000;
}

/** Texts that the bench indexes in one transaction. */
const INDEXED_AT_ONCE = 100;

/** Indexes all texts, side by side with the job of the running site. Together they use two cores. */
async function indexAll(db: Kysely<DB>): Promise<void> {
  while (await indexBatch({ db }, INDEXED_AT_ONCE));
  await indexed(db);
}

export interface Filled {
  readonly chapters: number;
  /** Chapters of 60 paragraphs. */
  readonly long: readonly { readonly chapterId: string; readonly storyId: string }[];
  /** Ids of all stories. */
  readonly stories: readonly string[];
}

/** Fills a database up to this number of published chapters. Uses SQL, because only reading is measured. */
export async function fillLibrary(db: Kysely<DB>, chapters: number, progress: (done: number) => void): Promise<Filled> {
  await withoutSearchIndexes(db, async () => {
    await fillChapters(db, chapters, progress);
    await indexAll(db);
  });
  await settle(db);
  return filledLibrary(db, chapters);
}

/** Returns what `fillLibrary` filled with this number of chapters. */
export async function filledLibrary(db: Kysely<DB>, chapters: number): Promise<Filled> {
  const { rows } = await sql<{ id: string; story_id: string }>`
    select id, story_id from chapters order by id limit ${sql.lit(LONG_CHAPTERS)}`.execute(db);
  const long = rows.map(({ id, story_id }) => ({ chapterId: id, storyId: story_id }));
  const told = await db.selectFrom('stories').select('id').orderBy('id').execute();
  const stories = told.map(({ id }) => id);
  return { chapters: Math.ceil(chapters / CHAPTERS_PER_STORY) * CHAPTERS_PER_STORY, long, stories };
}

/**
 * Builds the GIN indexes of the search after `fill`. Filled row by row, they are read from the disk and written to it all
 * the time, which takes hours with a million chapters.
 */
async function withoutSearchIndexes(db: Kysely<DB>, fill: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'search_texts' and indexdef like '% USING gin %'`.execute(db);
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db);
  await fill();
  await db.transaction().execute(async (building) => {
    await sql`set local maintenance_work_mem = '1GB'`.execute(building);
    await sql`set local statement_timeout = 0`.execute(building);
    for (const { definition } of indexes) await sql.raw(definition).execute(building);
  });
}

/** Lets the database finish its own work on new rows. Otherwise it would write unrelated data for minutes. */
export async function settle(db: Kysely<DB>): Promise<void> {
  await sql`vacuum analyze`.execute(db);
  await sql`checkpoint`.execute(db);
}

/** Inserts stories with their chapters. They aren’t in the search index yet. Works with earlier versions of the schema. */
export async function fillChapters(db: Kysely<DB>, chapters: number, progress: (done: number) => void): Promise<void> {
  const paragraphs = englishParagraphs();
  await sql`create unlogged table if not exists bench_text (n integer primary key, text text not null)`.execute(db);
  await sql`insert into bench_text select row_number() over (), t from unnest(${sql.val(paragraphs)}::text[]) t on conflict do nothing`.execute(
    db,
  );
  // Each chapter has another mix of paragraphs and another word in each of them: equal texts would compress and be
  // found unlike real ones.
  await sql`create or replace function bench_document(seed bigint, length integer) returns jsonb language sql volatile as $$
    select jsonb_build_object('type', 'doc', 'content', jsonb_agg(jsonb_build_object(
      'type', 'paragraph', 'attrs', jsonb_build_object('id', 'p' || i),
      'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', b.text || ' ' || initcap(substr(md5(seed::text || i), 1, 7)) || '.'))) order by i))
    from generate_series(1, length) i
    join bench_text b on b.n = 1 + abs(hashint8(seed * 1000 + i)::bigint) % ${sql.lit(paragraphs.length)} $$`.execute(
    db,
  );
  const stories = Math.ceil(chapters / CHAPTERS_PER_STORY);
  for (let done = 0; done < stories; done += STORIES_PER_BATCH) {
    await fillBatch(db, done, Math.min(STORIES_PER_BATCH, stories - done));
    progress(Math.min(chapters, (done + STORIES_PER_BATCH) * CHAPTERS_PER_STORY));
  }
}

async function fillBatch(db: Kysely<DB>, from: number, count: number): Promise<void> {
  await sql`with people as (
      insert into accounts (email, username, username_key, username_skeleton, slug, preferred_language, status)
      select 'bench' || i || '@bench.invalid', 'bench_' || i, 'bench_' || i, 'bench_' || i, 'bench-' || i, 'en', 'active'
      from generate_series(${sql.lit(from)} + 1, ${sql.lit(from + count)}) i returning id, username),
    told as (
      insert into stories (creator_id, mode, status, title, description, language, categories, cover_key, published_at, listed_at, continued_at)
      select p.id, 'solo', 'published', initcap(substr(md5(p.username), 1, 6)) || ' and the ' || left(b.text, 40), left(b.text, 200), 'en',
        '{fantasy}', 'bench-cover.webp', now() - p.id * interval '1 minute', now() - p.id * interval '1 minute', now() - p.id * interval '1 minute'
      from people p join bench_text b on b.n = 1 + p.id % (select count(*) from bench_text)
      returning id, title, description, creator_id),
    drafts as (
      insert into story_drafts (story_id, title, description, language, categories, cover_key)
      select id, title, description, 'en', '{fantasy}', 'bench-cover.webp' from told),
    stats as (
      insert into story_stats (story_id, chapters, units, readers, trend, listed)
      select id, ${sql.lit(CHAPTERS_PER_STORY)}, ${sql.lit(CHAPTERS_PER_STORY)} * 700, abs(hashint8(id)) % 5000, abs(hashint8(id + 1)) % 1000, true from told),
    parts as (
      insert into chapters (story_id, author_id, number, status, title, summary, units, published_at)
      select t.id, t.creator_id, n, 'approved', 'Chapter the ' || n, 'What happens in part ' || n, 700, now() - t.id * interval '1 minute'
      from told t, generate_series(1, ${sql.lit(CHAPTERS_PER_STORY)}) n returning id, story_id, author_id),
    prints as (
      insert into text_fingerprints (chapter_id, story_id, author_id, bands)
      select id, story_id, author_id, (select array_agg(hashint8(id * 16 + band)) from generate_series(0, 15) band) from parts)
    insert into chapter_texts (chapter_id, story_id, revision, document)
      select id, story_id, 1, bench_document(id, case when id <= ${sql.lit(LONG_CHAPTERS)} then ${sql.lit(LONG_PARAGRAPHS)} else ${sql.lit(PARAGRAPHS)} end) from parts`.execute(
    db,
  );
}
