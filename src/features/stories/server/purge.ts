import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { forgetReasonsOfStories } from '#platform/db/status-log.ts';
import { purgeableStoriesSql, purgeDeletedStories } from './stories.repo.ts';

const STORIES_AT_ONCE = 500;

/**
 * Purges stories that were deleted 30 days ago and in which only their creator wrote chapters, with everything that
 * belongs to them and the reasons of decisions about it. What others wrote stays, and so does the story that it is in
 * (product §4).
 */
export async function purgeStories(ctx: Ctx): Promise<void> {
  const purges = Object.entries(ctx.storyPurges);
  const steps = purges.flatMap(([name, { deleteSql }]) =>
    deleteSql ? [sql`, ${sql.ref(`${name}_of`)} as (${deleteSql(sql`select id from gone`)})`] : [],
  );
  const kinds = ['story', ...purges.flatMap(([, { kind }]) => kind ?? [])];
  await inTransaction(ctx, async ({ db }) => {
    // One statement, because a round references the winning entry, which is deleted with its chapter.
    const { rows } = await sql<{ id: string }>`
      with gone as (${purgeableStoriesSql(STORIES_AT_ONCE)}) ${sql.join(steps, sql` `)}
      select id::text from gone`.execute(db);
    await forgetReasonsOfStories(db, kinds, rows);
  });
  await purgeDeletedStories(ctx.db);
}
