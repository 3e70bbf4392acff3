import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import { documentFromPlain } from '#features/chapters/model/document.ts';
import type { DB } from '#platform/db/schema.ts';

/** A story with its chapters, as plain text. */
export interface Book {
  title: string;
  language: Language;
  chapters: { title: string; text: string }[];
}

/** Reads one of the books in `texts/`. */
export function readBook(name: string): Book {
  const { title, language, chapters } = JSON.parse(
    readFileSync(join(import.meta.dirname, 'texts', `${name}.json`), 'utf8'),
  ) as { title: string; language: Language; chapters: { title: string; paragraphs: string[] }[] };
  return {
    ...{ title, language },
    chapters: chapters.map((chapter) => ({ title: chapter.title, text: chapter.paragraphs.join('\n\n') })),
  };
}

/** Inserts a published story directly into the database, without its reviews. Returns its id. */
export async function putStory(db: Kysely<DB>, authorId: string, book: Book, readers = 0): Promise<string> {
  const { chapters } = book;
  const documents = chapters.map(({ text }) => JSON.stringify(documentFromPlain(text)));
  const { rows } = await sql<{ id: string }>`with s as (
      insert into stories (creator_id, mode, status, title, description, language, categories, cover_key, published_at, listed_at, continued_at)
      values (${authorId}, 'solo', 'published', ${book.title}, 'x', ${book.language}, '{fantasy}', 'book.webp', db_clock(), db_clock(), db_clock())
      returning id),
    d as (insert into story_drafts (story_id, title, language, cover_key) select id, ${book.title}, ${book.language}, 'book.webp' from s),
    st as (insert into story_stats (story_id, chapters, readers, listed) select id, ${chapters.length}, ${readers}, true from s),
    c as (insert into chapters (story_id, author_id, number, status, title, summary, units, published_at)
      select s.id, ${authorId}, n, 'approved', title, 'x', 100, db_clock()
      from s, unnest(${chapters.map(({ title }) => title)}::text[]) with ordinality as t (title, n) returning id, story_id, number),
    ct as (insert into chapter_texts (chapter_id, story_id, revision, document)
      select c.id, c.story_id, 1, t.document::jsonb
      from c join unnest(${documents}::text[]) with ordinality as t (document, n) on t.n = c.number)
    select id from s`.execute(db);
  return rows[0]!.id;
}
