import { sql } from 'kysely';
import { type ExportFile, fileName } from '#features/accounts/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { Row } from '#platform/db/rows.ts';

/** Returns a member’s translations as readable text files, in the version that they saved last. */
export async function* readableTranslations({ db }: Ctx, id: string): AsyncGenerator<ExportFile> {
  const { rows } = await sql<
    Pick<Row<'translations'>, 'language'> & {
      id: string;
      story: string | null;
      number: number | null;
      draft: Row<'translation_texts'>['draft'];
    }
  >`select w.id::text as id, w.language, s.title as story, c.number, t.draft
    from translations w join translation_texts t on t.translation_id = w.id join stories s on s.id = w.story_id
      left join chapters c on c.id = w.chapter_id
    where w.translator_id = ${id} order by w.story_id, w.language, c.number nulls first, w.id`.execute(db);
  for (const { story, language, number, draft, id: translationId } of rows) {
    const { title, summary, choice } = draft.fields;
    const name = [language, number, fileName(title)].filter(Boolean).join(' ');
    const texts = [title, choice, summary, ...draft.paragraphs.map(({ text }) => text)];
    yield {
      path: `read/${fileName(story) || 'story'}/translations/${name} (${translationId}).txt`,
      content: `${texts.filter(Boolean).join('\n\n')}\n`,
    };
  }
}
