import { sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import type { ChapterDocument } from '#features/chapters/model/document.ts';
import { toJson } from '#platform/db/json.ts';
import type { Member } from '#testing/factories.ts';
import type { TestApp } from '#testing/test-app.ts';

interface Published {
  storyId: string;
  /** Omitted for the story itself. */
  chapterId?: string;
  language: Language;
  title?: string;
  summary?: string;
  choice?: string;
  stale?: string[];
  basedOnId?: string;
}

/**
 * Inserts a published translation directly into the database. Each paragraph of a chapter is the original text,
 * prefixed with the language.
 */
export async function insertPublished(app: TestApp, translator: Member, given: Published): Promise<string> {
  const { storyId, chapterId = null, language, stale = [], choice = null, basedOnId = null } = given;
  const { title = `${language} title`, summary = `${language} summary` } = given;
  const { db } = app.database;
  const source = chapterId
    ? await db
        .selectFrom('chapter_texts')
        .where('chapter_id', '=', chapterId)
        .select(['document', 'revision'])
        .executeTakeFirstOrThrow()
    : null;
  const blocks = source ? (source.document as unknown as ChapterDocument).content : [];
  const paragraphs = blocks.flatMap((block, i) => {
    if (block.type !== 'paragraph') return [];
    const words = (block.content ?? []).map((piece) => (piece.type === 'text' ? piece.text : ' ')).join('');
    return [{ id: `t${i}`, sources: block.attrs?.id ? [block.attrs.id] : [], text: `${language}: ${words}` }];
  });
  const document: ChapterDocument = {
    type: 'doc',
    content: paragraphs.map(({ id, text }) => ({
      type: 'paragraph',
      attrs: { id },
      content: [{ type: 'text', text }],
    })),
  };
  const { id } = await db
    .insertInto('translations')
    .values({
      kind: chapterId ? 'chapter' : 'story',
      story_id: storyId,
      chapter_id: chapterId,
      language,
      translator_id: translator.id,
      status: 'approved',
      based_on_id: basedOnId,
      source_revision: source?.revision ?? 1,
      stale,
      units: 7,
      title,
      summary,
      choice,
      submitted_at: sql<Date>`db_clock()`,
      approved_at: sql<Date>`db_clock()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const draft = { fields: { title, summary, choice: choice ?? '' }, paragraphs, leftOut: [] };
  await db
    .insertInto('translation_texts')
    .values({
      translation_id: id,
      story_id: storyId,
      draft: toJson(draft),
      ...(chapterId ? { document: toJson(document) } : {}),
    })
    .execute();
  return id;
}

/** Marks the translation as superseded. */
export async function supersede(app: TestApp, translationId: string): Promise<void> {
  await app.database.db
    .updateTable('translations')
    .set({ status: 'superseded' })
    .where('id', '=', translationId)
    .execute();
}
