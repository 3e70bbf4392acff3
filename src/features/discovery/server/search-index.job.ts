import * as z from 'zod/mini';
import { plainText } from '#features/chapters/model/document.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { enqueue, handleJob, jobKind } from '#platform/jobs/jobs.ts';
import { AUTHOR_MARK, STEMMERS, searchWordsOf, TITLE_MARK, titleKey, type Words } from '../model/search-words.ts';
import {
  deleteTexts,
  type IndexRow,
  type PublicText,
  publicTexts,
  saveTexts,
  takePending,
} from './search-index.repo.ts';

/**
 * Keeps the search index up to date. Triggers record changes in `search_pending`, and this job indexes the changed
 * texts again. Only one job runs at a time. A text that changes in between is recorded again and so indexed again.
 */
const indexSearch = jobKind('search.index', z.object({}), { priority: 'patient', lanes: 1 });

/** Number of texts per transaction. Takes about 50 ms, so that it doesn’t block the process or the database. */
const BATCH = 12;
/** After this many batches the job is enqueued again, so that it doesn’t delay other jobs or a shutdown. */
const BATCHES = 100;

export const indexSearchJob = handleJob(indexSearch, async (ctx: Ctx) => {
  for (let i = 0; i < BATCHES; i += 1) if (!(await indexBatch(ctx))) return;
  await enqueue(ctx, indexSearch, {});
});

/**
 * Enqueues the job if changes are pending without one: changes from before the queue existed, or of a job that gave up.
 */
export async function wakeSearchIndex(ctx: Ctx): Promise<void> {
  const waits = await ctx.db.selectFrom('search_pending').select('id').limit(1).executeTakeFirst();
  if (waits) await enqueue(ctx, indexSearch, {}, { key: indexSearch.name });
}

/** Indexes up to `most` changed texts in one transaction. Returns whether more may be pending. */
export async function indexBatch(ctx: Pick<Ctx, 'db'>, most = BATCH): Promise<boolean> {
  return inTransaction(ctx, async ({ db }) => {
    const units = await takePending(db, most);
    if (units.length === 0) return false;
    await deleteTexts(db, units);
    const texts = (await publicTexts(db, units)).map((text) => ({ text, words: wordsOf(text) }));
    const spellable = texts.flatMap(({ words }) => [...words.words.keys()]).filter((word) => SPELLABLE.test(word));
    const rows = texts.map(({ text, words }) => toRow(text, words));
    await saveTexts(db, rows, spellable);
    return units.length === most;
  });
}

/** Only words like this are suggested as spellings. */
const SPELLABLE = /^[a-z]{3,40}$/;

function wordsOf({ title, summary, document }: PublicText): Words {
  return searchWordsOf(title, summary, document ? plainText(document) : '');
}

/** A lexeme with its positions, as `tsvector` reads it. The words of texts contain no quotes. */
const lexeme = (mark: string, word: string, places: readonly number[] = []) =>
  `'${mark}${word}'${places.length > 0 ? `:${places.join()}` : ''}`;

function toRow(text: PublicText, { words, pieces }: Words): IndexRow {
  const { story_id, chapter_id, translation_id, language, title, authors } = text;
  const inTitle = searchWordsOf(title);
  const kept = [
    ...[...inTitle.words].map(([word, places]) => lexeme(TITLE_MARK, word, places)),
    ...inTitle.pieces.map((piece) => lexeme(TITLE_MARK, piece)),
    ...pieces.map((piece) => lexeme('', piece)),
    ...authors.map((id) => lexeme(AUTHOR_MARK, id)),
  ];
  return {
    ...{ story_id, chapter_id, translation_id, language },
    title_key: titleKey(title),
    dictionary: STEMMERS[language],
    words: [...words.keys()],
    places: [...words.values()].map((places) => places.join()),
    kept: kept.join(' '),
  };
}
