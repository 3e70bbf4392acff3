import { sql } from 'kysely';
import { type ExportFile, fileName } from '#features/accounts/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { Row } from '#platform/db/rows.ts';
import { plainText } from '../model/document.ts';

/** Returns chapters and drafts as text to read. */
export async function* readableFiles({ db }: Ctx, id: string): AsyncGenerator<ExportFile> {
  const { rows } = await sql<{
    id: string;
    number: number | null;
    story: string | null;
    title: string | null;
    document: Row<'chapter_texts'>['document'];
  }>`select c.id::text as id, c.number, coalesce(s.title, sd.title) as story, coalesce(d.title, c.title) as title,
      coalesce(d.document, t.document) as document
    from chapters c join stories s on s.id = c.story_id left join story_drafts sd on sd.story_id = s.id
    left join chapter_texts t on t.chapter_id = c.id left join chapter_drafts d on d.chapter_id = c.id
    where c.author_id = ${id} and coalesce(d.document, t.document) is not null order by c.story_id, c.number, c.id`.execute(
    db,
  );
  for (const chapter of rows) {
    const folder = fileName(chapter.story) || 'story';
    const name = [chapter.number, fileName(chapter.title)].filter(Boolean).join(' ');
    yield {
      path: `read/${folder}/${name || 'chapter'} (${chapter.id}).txt`,
      content: `${chapter.title ?? ''}\n\n${plainText(chapter.document)}\n`,
    };
  }
}
