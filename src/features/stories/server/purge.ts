import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { forgetReasons } from '#platform/db/status-log.ts';
import { purgeableStoriesSql, purgeDeletedStories } from './stories.repo.ts';

const STORIES_AT_ONCE = 500;

/**
 * Purges stories that were deleted 30 days ago and in which only their creator wrote chapters, with everything that
 * belongs to them and the reasons of decisions about it. What others wrote stays, and so does the story that it is in
 * (product §4).
 */
export async function purgeStories(ctx: Ctx): Promise<void> {
  const gone = sql`select id from gone`;
  const parts = Object.entries(ctx.storyPurges).map(([name, { rows, kind }]) => {
    const deletion = rows(gone);
    return { name: sql.ref(`${name}_of`), kind, deletion: kind ? sql`${deletion} returning id` : deletion };
  });
  const steps = sql.join(parts.map(({ name, deletion }) => sql`${name} as (${deletion})`));
  const logged = parts.flatMap(({ name, kind }) =>
    kind ? [sql`union all select ${sql.lit(kind)}, id::text from ${name}`] : [],
  );
  await inTransaction(ctx, async ({ db }) => {
    // One statement, because a round references the winning entry, which is deleted with its chapter.
    const { rows } = await sql<{ kind: string; id: string }>`
      with gone as (${purgeableStoriesSql(STORIES_AT_ONCE)}), ${steps}
      select 'story' as kind, id::text from gone ${sql.join(logged, sql` `)}`.execute(db);
    for (const [kind, deleted] of Map.groupBy(rows, (row) => row.kind)) await forgetReasons(db, kind, deleted);
  });
  await purgeDeletedStories(ctx.db);
}
