import { sql } from 'kysely';
import { DELETED_DRAFT_KEPT } from '#features/chapters/model/chapter-limits.ts';
import { DELETED_KEPT } from '#features/stories/model/story-limits.ts';
import type { Ctx } from '#platform/context.ts';

/** Uploaded or drawn and shown nowhere for so long: nobody is about to show it any more. */
const UNUSED_FOR = '1 day';
const AT_ONCE = 500;

/** Throws away images that nothing shows: replaced covers and avatars, covers of titles that were still being typed. */
export async function sweepImages(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    delete from images where key in (
      select i.key from images i
      where i.created_at < db_clock() - ${UNUSED_FOR}::interval
        and not exists (select from accounts a where a.avatar_key = i.key)
        and not exists (select from stories s where s.cover_key in (i.key, 'd-' || substr(split_part(i.key, '.', 1), 3) || '.svg'))
        and not exists (select from story_drafts d where d.cover_key = i.key)
      limit ${AT_ONCE})
    returning key`.execute(ctx.db);
  for (const { key } of rows) await ctx.images.delete(key);
}

/** Forgets what was deleted 30 days ago: drafts of chapters, and stories with nothing of anyone else in them. */
export async function dropDeleted(ctx: Ctx): Promise<void> {
  const [chapters, stories] = [DELETED_DRAFT_KEPT, DELETED_KEPT].map(
    (length) => sql`db_clock() - make_interval(secs => ${length / 1000})`,
  );
  await sql`delete from chapters where deleted_at < ${chapters} and status in ('draft', 'rejected')`.execute(ctx.db);
  await sql`with gone as (select id from stories where deleted_at < ${stories} limit ${AT_ONCE}),
    r as (delete from reviews where story_id in (select id from gone)),
    t as (delete from chapter_texts where story_id in (select id from gone)),
    c as (delete from chapters where story_id in (select id from gone))
    select 1`.execute(ctx.db);
  await sql`delete from stories s where s.deleted_at < ${stories}
    and not exists (select from chapters c where c.story_id = s.id) and not exists (select from reviews r where r.story_id = s.id)`.execute(
    ctx.db,
  );
  await sql`delete from idempotency_keys where created_at < db_clock() - interval '1 day'`.execute(ctx.db);
  await sql`delete from rate_limits where expire < extract(epoch from clock_timestamp()) * 1000`.execute(ctx.db);
}
