import { sql } from 'kysely';
import { type ExportFile, extensionOf, fileName } from '#features/accounts/server/index.ts';
import type { Ctx } from '#platform/context.ts';

/** Returns the covers of a member’s stories as files, and those of edits that aren’t published yet. */
export async function* coverFiles({ db, images }: Ctx, id: string): AsyncGenerator<ExportFile> {
  const { rows } = await sql<{ id: string; title: string | null; key: string }>`
    select distinct s.id::text as id, coalesce(s.title, d.title) as title, k.key
    from stories s left join story_drafts d on d.story_id = s.id
      cross join lateral (values (s.cover_key), (d.cover_key)) as k(key)
    where s.creator_id = ${id} and k.key is not null order by 1, 3`.execute(db);
  const seen = new Map<string, number>();
  for (const story of rows) {
    const bytes = await images.get(story.key);
    if (!bytes) continue;
    const count = (seen.get(story.id) ?? 0) + 1;
    seen.set(story.id, count);
    const name = [fileName(story.title), `(${story.id})`, count > 1 && count].filter(Boolean).join(' ');
    yield { path: `pictures/covers/${name}${extensionOf(story.key)}`, content: bytes };
  }
}
