import { sql } from 'kysely';
import type { ChapterDocument } from '#features/chapters/model/document.ts';
import type { Db } from '#platform/db/database.ts';
import { chapterParts, type SourcePart, storyParts } from '../model/source-parts.ts';
import type { SourceFacts } from '../model/translation-policy.ts';

/** A text that can be translated: a story’s title and description, or one of its chapters. */
export interface SourceRef {
  storyId: string;
  /** Null or omitted for the story itself. */
  chapterId?: string | null | undefined;
}

/** A published text, as translations see it. */
export interface Source {
  storyId: string;
  chapterId: string | null;
  facts: SourceFacts;
  /** Number of the published version. */
  revision: number;
  storyTitle: string;
  /** Title of the chapter, or of the story if there is no chapter. */
  title: string;
  number: number | null;
  author: { id: string; username: string; slug: string };
  parts: SourcePart[];
  /** The document that the paragraphs belong to. Null for a story. */
  document: ChapterDocument | null;
}

/** True if readers can see the original. Expects the aliases `t` (translation), `s` (story) and `c` (its chapter). */
export const isReadable = sql<boolean>`(s.is_public and (t.chapter_id is null or c.is_readable))`;

/** Finds the published text, even while it is hidden. Null if it was never published or is deleted. */
export function findSource(db: Db, { storyId, chapterId }: SourceRef): Promise<Source | null> {
  return chapterId ? findChapterSource(db, storyId, chapterId) : findStorySource(db, storyId);
}

async function findStorySource(db: Db, storyId: string): Promise<Source | null> {
  const row = await db
    .selectFrom('stories as s')
    .innerJoin('accounts as a', 'a.id', 's.creator_id')
    .where('s.id', '=', storyId)
    .where('s.deleted_at', 'is', null)
    .where('s.published_at', 'is not', null)
    .select(['s.id', 's.is_public', 's.title', 's.description', 's.language', 's.text_revision'])
    .select(['a.id as author_id', 'a.username', 'a.slug'])
    .executeTakeFirst();
  if (!row) return null;
  const title = row.title!;
  return {
    storyId,
    chapterId: null,
    facts: { kind: 'story', isPublic: row.is_public, language: row.language! },
    revision: row.text_revision,
    storyTitle: title,
    title,
    number: null,
    author: { id: row.author_id, username: row.username, slug: row.slug },
    parts: storyParts({ title, description: row.description! }),
    document: null,
  };
}

async function findChapterSource(db: Db, storyId: string, chapterId: string): Promise<Source | null> {
  const row = await db
    .selectFrom('chapters as c')
    .innerJoin('chapter_texts as t', 't.chapter_id', 'c.id')
    .innerJoin('stories as s', 's.id', 'c.story_id')
    .innerJoin('accounts as a', 'a.id', 'c.author_id')
    .where('c.id', '=', chapterId)
    .where('c.story_id', '=', storyId)
    .where((eb) => eb.ref('c.is_public'))
    .where('s.deleted_at', 'is', null)
    .select(['c.is_readable', 'c.number', 'c.title', 'c.summary', 'c.choice', 't.revision', 't.document'])
    .select(['s.is_public', 's.title as story_title', 's.language'])
    .select(['a.id as author_id', 'a.username', 'a.slug'])
    .executeTakeFirst();
  if (!row) return null;
  const document = row.document;
  const title = row.title!;
  return {
    storyId,
    chapterId,
    facts: {
      kind: 'chapter',
      isPublic: row.is_readable && row.is_public,
      language: row.language!,
    },
    revision: row.revision,
    storyTitle: row.story_title!,
    title,
    number: row.number,
    author: { id: row.author_id, username: row.username, slug: row.slug },
    parts: chapterParts({ title, summary: row.summary!, choice: row.choice, document }),
    document,
  };
}
