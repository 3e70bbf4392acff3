import { sql } from 'kysely';
import * as z from 'zod/mini';
import { plainText } from '#features/chapters/model/document.ts';
import type { Ctx } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import { enqueue, handleJob, jobKind } from '#platform/jobs/jobs.ts';
import { LANGUAGE_MARK, STEMMERS, searchWordsOf, TITLE_MARK, titleKey } from '../model/search-words.ts';

/**
 * Keeps the index of search: triggers note what changed (`search_pending`), this job reads it anew. The queue does one at a
 * time; a text that changes meanwhile is noted again and so read again.
 */
const indexSearch = jobKind('search.index', z.object({}), { priority: 'patient', lanes: 1 });

/** Texts of one transaction: some 50 ms, so that nobody waits for the process or the database. */
const BATCH = 20;
/** After so many the job begins anew, so that others of its kind, and a process that ends, need not wait. */
const BATCHES = 100;

export const indexSearchJob = handleJob(indexSearch, async (ctx: Ctx) => {
  for (let i = 0; i < BATCHES; i += 1) if (!(await indexBatch(ctx))) return;
  await enqueue(ctx, indexSearch, {});
});

/** Asks for the job where something waits that nobody asked for: what waited before there was a queue, or a job that gave up. */
export async function wakeSearchIndex(ctx: Ctx): Promise<void> {
  const waits = await ctx.db.selectFrom('search_pending').select('id').limit(1).executeTakeFirst();
  if (waits) await enqueue(ctx, indexSearch, {}, { key: indexSearch.name });
}

interface Unit {
  story_id: string;
  /** 0 for the story's own texts. */
  chapter_id: string;
}

/** Whether more may wait. */
async function indexBatch(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async ({ db }) => {
    const { rows: units } = await sql<Unit>`delete from search_pending
      where id in (select id from search_pending order by id limit ${BATCH} for update skip locked)
      returning story_id, chapter_id`.execute(db);
    if (units.length === 0) return false;
    const stories = units.map(({ story_id }) => story_id);
    const chapters = units.map(({ chapter_id }) => chapter_id);
    await sql`delete from search_texts x using unnest(${stories}::bigint[], ${chapters}::bigint[]) as u (story_id, chapter_id)
      where x.story_id = u.story_id and x.chapter_id = u.chapter_id`.execute(db);
    await keep(db, await publicTexts(db, stories, chapters));
    return units.length === BATCH;
  });
}

interface PublicText extends Unit {
  /** 0 for the original. */
  translation_id: string;
  language: Row<'translations'>['language'];
  title: string;
  summary: string;
  /** Null for a story. */
  document: Row<'chapter_texts'>['document'] | null;
}

/**
 * What the world can read of these, in every language. A banned story stays in the index, as it may come back; it is left
 * out of what is found. What was translated into the language that a story has now as its own is no version of it.
 */
async function publicTexts(db: Db, stories: string[], chapters: string[]): Promise<PublicText[]> {
  const { rows } = await sql<PublicText>`
    with units as (select distinct * from unnest(${stories}::bigint[], ${chapters}::bigint[]) as u (story_id, chapter_id))
    select u.story_id, u.chapter_id, v.* from units u
    join stories s on s.id = u.story_id and s.status in ('published', 'banned') and s.deleted_at is null
    cross join lateral (
      select 0::bigint as translation_id, s.language, s.title, s.description as summary, null::jsonb as document where u.chapter_id = 0
      union all
      select 0, s.language, c.title, c.summary, x.document from chapters c join chapter_texts x on x.chapter_id = c.id
        where u.chapter_id <> 0 and c.id = u.chapter_id and c.is_readable
      union all
      select t.id, t.language, t.title, t.summary, x.document from translations t
        left join translation_texts x on x.translation_id = t.id
        left join chapters c on c.id = t.chapter_id
        where t.story_id = u.story_id and coalesce(t.chapter_id, 0) = u.chapter_id and t.status = 'approved'
          and t.language <> s.language and (t.chapter_id is null or c.is_readable)
    ) v`.execute(db);
  return rows;
}

/** Of words that nobody would write otherwise no spelling is offered. */
const SPELLABLE = /^[a-z]{3,40}$/;

function toRow({ story_id, chapter_id, translation_id, language, title, summary, document }: PublicText) {
  const inTitle = searchWordsOf(title);
  const all = searchWordsOf([title, summary, document ? plainText(document) : ''].join('\n'));
  const marked = [...inTitle.words, ...inTitle.pairs].map((word) => `${TITLE_MARK}${word}`);
  return {
    ...{ story_id, chapter_id, translation_id, language },
    title_key: titleKey(title),
    dictionary: STEMMERS[language],
    words: all.words,
    kept: [...marked, ...all.pairs],
  };
}

async function keep(db: Db, texts: readonly PublicText[]): Promise<void> {
  if (texts.length === 0) return;
  const rows = texts.map(toRow);
  await sql`insert into search_texts (story_id, chapter_id, translation_id, language, title_key, tokens)
    select r.story_id, r.chapter_id, r.translation_id, r.language, r.title_key, array_to_tsvector(array(
      select r.language || ${LANGUAGE_MARK}::text || stem from unnest(r.words) word, unnest(ts_lexize(r.dictionary::regdictionary, word)) stem
      union select unnest(r.kept)))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (story_id bigint, chapter_id bigint, translation_id bigint,
      language text, title_key text, dictionary text, words text[], kept text[])
    on conflict (story_id, chapter_id, translation_id) do update
      set language = excluded.language, title_key = excluded.title_key, tokens = excluded.tokens`.execute(db);
  const words = new Set(rows.flatMap((row) => row.words).filter((word) => SPELLABLE.test(word)));
  // In one order for all, so that two processes cannot wait for each other.
  await sql`insert into search_words select unnest(${[...words].sort()}::text[]) on conflict do nothing`.execute(db);
}
