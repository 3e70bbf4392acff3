import { sql } from 'kysely';
import { DELETED_DRAFT_KEPT } from '#features/chapters/model/chapter-limits.ts';
import { DELETED_KEPT } from '#features/stories/model/story-limits.ts';
import { DELETED_TRANSLATION_KEPT } from '#features/translation/model/translation-limits.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';

/** Uploaded or drawn and shown nowhere for so long: nobody is about to show it any more. */
const UNUSED_FOR = '1 day';
const AT_ONCE = 500;

/** The drawn cover that a social image (`s-….png`) belongs to. */
const DRAWN_COVER = sql`'d-' || substr(split_part(i.key, '.', 1), 3) || '.svg'`;

/**
 * Throws away images that nothing shows: replaced covers and avatars, covers of titles that were still being typed. Walks
 * along the keys, so that each step is short however many images there are.
 */
export async function sweepImages(ctx: Ctx): Promise<void> {
  for (let after: string | null = ''; after !== null; ) after = await sweepSome(ctx, after);
}

/**
 * The next images behind this key; answers the last key that was looked at, null at the end. A file goes while its row is
 * deleted but not yet committed: whoever stores the same image again waits for that, and then writes it anew
 * (`storeImage`). What somebody stores just now is passed over.
 */
function sweepSome(ctx: Ctx, after: string): Promise<string | null> {
  return inTransaction(ctx, async (inner) => {
    const { rows } = await sql<{ last: string | null; gone: string[] }>`
      with page as materialized (select key from images where key > ${after} order by key limit ${AT_ONCE}),
      unused as materialized (
        select i.key from images i join page on page.key = i.key
        where i.created_at < db_clock() - ${UNUSED_FOR}::interval
          and not exists (select from accounts a where a.avatar_key = i.key)
          and not exists (select from stories s where s.cover_key = i.key)
          and not exists (select from stories s where s.cover_key = ${DRAWN_COVER})
          and not exists (select from story_drafts d where d.cover_key = i.key)
        for update of i skip locked),
      gone as (delete from images where key in (select key from unused) returning key)
      select (select max(key) from page) as last, array(select key from gone) as gone`.execute(inner.db);
    const { last, gone } = rows[0]!;
    await Promise.all(gone.map((key) => ctx.images.delete(key)));
    return last;
  });
}

/** Forgets what was deleted 30 days ago: drafts of chapters, translations, and stories in which nobody else wrote a chapter. */
export async function dropDeleted(ctx: Ctx): Promise<void> {
  const [chapters, stories, translations] = [DELETED_DRAFT_KEPT, DELETED_KEPT, DELETED_TRANSLATION_KEPT].map(
    (length) => sql`db_clock() - make_interval(secs => ${length / 1000})`,
  );
  await sql`delete from chapters where deleted_at < ${chapters} and status in ('draft', 'rejected')`.execute(ctx.db);
  await sql`delete from translations where deleted_at < ${translations}`.execute(ctx.db);
  // What others wrote stays, and with it the story that it stands in (product §4).
  await sql`with gone as (select s.id from stories s where s.deleted_at < ${stories}
      and not exists (select from chapters c where c.story_id = s.id and c.author_id <> s.creator_id) limit ${AT_ONCE}),
    r as (delete from reviews where story_id in (select id from gone)),
    t as (delete from chapter_texts where story_id in (select id from gone)),
    -- A round names the submission that won, which goes with its chapter.
    w as (delete from rounds where story_id in (select id from gone)),
    c as (delete from chapters where story_id in (select id from gone))
    select 1`.execute(ctx.db);
  await sql`delete from stories s where s.deleted_at < ${stories}
    and not exists (select from chapters c where c.story_id = s.id) and not exists (select from reviews r where r.story_id = s.id)`.execute(
    ctx.db,
  );
  await sql`delete from idempotency_keys where created_at < db_clock() - interval '1 day'`.execute(ctx.db);
  await sql`delete from rate_limits where expire < extract(epoch from clock_timestamp()) * 1000`.execute(ctx.db);
}
