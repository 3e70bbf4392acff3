import { sql } from 'kysely';
import { DONE } from '#core/endpoint.ts';
import type { Language } from '#core/languages.ts';
import type { PageKind } from '#core/page-kinds.ts';
import { dayOf } from '#core/time.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';

/** Counts a view of this kind of page on this day. Nothing about the visitor is stored. */
export async function countView(
  ctx: Ctx,
  { page, language }: { page: PageKind; language: Language },
): Promise<typeof DONE> {
  await sql`insert into page_views (day, page, language) values (${dayOf(ctx.clock.now())}, ${page}, ${language})
    on conflict (day, page, language) do update set views = page_views.views + 1`.execute(ctx.db);
  return DONE;
}

/** Returns the views since a day by kind of page and language, most viewed first. */
export async function sumViews(db: Db, since: Date): Promise<{ page: string; language: string; views: number }[]> {
  const { rows } = await sql<{ page: string; language: string; views: number }>`
    select page, language, sum(views)::float as views from page_views
    where day >= ${dayOf(since)}::date group by 1, 2 order by 3 desc, 1, 2`.execute(db);
  return rows;
}
