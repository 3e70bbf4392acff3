import { sql } from 'kysely';
import type { ExportFile } from '#features/accounts/server/index.ts';
import { plainText } from '#features/chapters/model/document.ts';
import type { Ctx } from '#platform/context.ts';
import type { Row } from '#platform/db/rows.ts';
import { placesOf } from './member-data.ts';

/** Texts are in tables of their own, which reference what they belong to. */
const TEXTS: readonly { file: string; query: (id: string) => ReturnType<typeof sql> }[] = [
  {
    file: 'writing/story-drafts',
    query: (id) =>
      sql`select d.* from story_drafts d join stories s on s.id = d.story_id where s.creator_id = ${id} order by 1`,
  },
  {
    file: 'writing/chapter-texts',
    query: (id) =>
      sql`select t.* from chapter_texts t join chapters c on c.id = t.chapter_id where c.author_id = ${id} order by 1`,
  },
  {
    file: 'writing/chapter-drafts',
    query: (id) =>
      sql`select d.* from chapter_drafts d join chapters c on c.id = d.chapter_id where c.author_id = ${id} order by 1`,
  },
  {
    file: 'writing/chapter-revisions',
    query: (id) =>
      sql`select r.* from chapter_revisions r join chapters c on c.id = r.chapter_id where c.author_id = ${id} order by 1, 2`,
  },
  {
    file: 'writing/submission-texts',
    query: (id) =>
      sql`select t.* from submission_texts t join submissions e on e.id = t.submission_id where e.author_id = ${id} order by 1`,
  },
  {
    file: 'translations/translation-texts',
    query: (id) =>
      sql`select t.* from translation_texts t join translations w on w.id = t.translation_id where w.translator_id = ${id} order by 1`,
  },
];

/** Returns all data of a member as files: tables as JSON, and chapters also as plain text. */
export async function* exportOf({ db }: Pick<Ctx, 'db'>, id: string): AsyncGenerator<ExportFile> {
  const profile = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'username', 'slug', 'bio', 'preferred_language', 'avatar_key', 'status', 'suspended_until'])
    .select(['status_reason', 'joined_at', 'last_active_at', 'leaving_at', 'leaving_texts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  yield { path: 'account/profile.json', content: profile };
  for (const { table, column, fate } of placesOf()) {
    if (!('file' in fate.exported)) continue;
    const { file, without = [] } = fate.exported;
    const hidden = [column, ...without];
    const { rows } = await sql<{
      row: unknown;
    }>`select to_jsonb(x) - ${hidden}::text[] as row from ${sql.table(table)} x
      where ${sql.ref(`x.${column}`)} = ${id} order by x.ctid`.execute(db);
    yield { path: `${file}.json`, content: rows.map(({ row }) => row) };
  }
  for (const { file, query } of TEXTS) yield { path: `${file}.json`, content: (await query(id).execute(db)).rows };
  yield* readable(db, id);
}

/** Returns chapters and drafts as text to read. */
async function* readable(db: Ctx['db'], id: string): AsyncGenerator<ExportFile> {
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

/** Returns a title as a file name that is valid on every system. */
function fileName(title: string | null): string {
  return (title ?? '')
    .replace(/[\p{C}\s.<>:"/\\|?*]+/gu, ' ')
    .slice(0, 80)
    .trim();
}
