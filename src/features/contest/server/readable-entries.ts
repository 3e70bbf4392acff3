import { sql } from 'kysely';
import { type ExportFile, fileName } from '#features/accounts/server/index.ts';
import { plainText } from '#features/chapters/model/document.ts';
import type { Ctx } from '#platform/context.ts';
import type { Row } from '#platform/db/rows.ts';

/** Returns a member’s entries as readable text files, in the version that was submitted. */
export async function* readableEntries({ db }: Ctx, id: string): AsyncGenerator<ExportFile> {
  const { rows } = await sql<{
    id: string;
    story: string | null;
    number: number;
    title: string | null;
    document: Row<'submission_texts'>['document'];
  }>`select e.id::text as id, coalesce(s.title, d.title) as story, r.number, e.title, t.document
    from submissions e join submission_texts t on t.submission_id = e.id join rounds r on r.id = e.round_id
      join stories s on s.id = e.story_id left join story_drafts d on d.story_id = s.id
    where e.author_id = ${id} order by e.story_id, r.number`.execute(db);
  for (const { story, number, title, document, id: entryId } of rows) {
    const name = [number, fileName(title)].filter(Boolean).join(' ');
    yield {
      path: `read/${fileName(story) || 'story'}/entries/${name} (${entryId}).txt`,
      content: `${title ?? ''}\n\n${plainText(document)}\n`,
    };
  }
}
