import { sql } from 'kysely';
import { COUNTED_MAX } from '#features/stories/model/member-work.ts';
import { getReviewing } from '#features/translation/server/index.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import type { Counts } from '../contract.ts';
import { interactionsOf } from './interactions.ts';
import { waitingTexts } from './reviewing.queries.ts';

/** Returns the lengths of the lists on the caller’s own profile. */
export async function getCounts(ctx: Ctx): Promise<Counts> {
  const { id } = memberOf(ctx);
  const isListed = sql`s.is_public and s.creator_id <> ${id}`;
  const { rows } = await sql<Counts>`select
    (select count(*)::int from (select from stories
      where creator_id = ${id} and deleted_at is null limit ${COUNTED_MAX}) found) as created,
    (select count(*)::int from (select from participants p join stories s on s.id = p.story_id
      where p.account_id = ${id} and p.left_at is null and ${isListed} limit ${COUNTED_MAX}) found) as joined,
    (select count(*)::int from (select from ${interactionsOf(ctx, id)} i join stories s on s.id = i.story_id
      where ${isListed} limit ${COUNTED_MAX}) found) as interactions,
    (select count(*)::int from (select from ${waitingTexts(ctx, id)} w limit ${COUNTED_MAX}) found) as reviewing`.execute(
    ctx.db,
  );
  const counts = rows[0]!;
  const { languages } = await getReviewing(ctx);
  const toReview = languages.reduce((sum, { story, chapter }) => sum + story + chapter, 0);
  return { ...counts, reviewing: Math.min(COUNTED_MAX, counts.reviewing + toReview) };
}
