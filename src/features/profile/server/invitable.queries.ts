import { sql } from 'kysely';
import { modesThat } from '#features/stories/model/mode-model.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import type { InviteChoice } from '../contract.ts';

/** A longer list would be no help in choosing. */
const OFFERED_MAX = 50;

/**
 * Lists the caller’s newest stories that are open to others, with a member’s status in each. Empty for the caller’s own
 * id.
 */
export async function listInvitable(ctx: Ctx, { userId }: { userId: string }): Promise<InviteChoice[]> {
  const { id } = memberOf(ctx);
  if (userId === id) return [];
  const rows = await ctx.db
    .selectFrom('stories as s')
    .innerJoin('story_stats as st', 'st.story_id', 's.id')
    .leftJoin('participants as p', (join) =>
      join.onRef('p.story_id', '=', 's.id').on('p.account_id', '=', userId).on('p.left_at', 'is', null),
    )
    .leftJoin('participation_requests as q', (join) =>
      join
        .onRef('q.story_id', '=', 's.id')
        .on('q.account_id', '=', userId)
        .on('q.state', '=', 'pending')
        .on('q.invited_at', 'is not', null)
        .on('q.expires_at', '>', sql<Date>`db_clock()`),
    )
    .where('s.creator_id', '=', id)
    .where((eb) => eb.ref('s.is_public'))
    .where(
      's.mode',
      'in',
      modesThat(ctx.modeModels, ({ isShared }) => isShared),
    )
    .where('s.progress', '<>', 'ended')
    .select(['s.id', 's.title', 's.language', 's.mode', 's.participant_limit', 'st.participants'])
    .select(['p.account_id as participant_id', 'q.id as request_id'])
    .orderBy('s.id', 'desc')
    .limit(OFFERED_MAX)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    title: row.title ?? '',
    language: row.language!,
    mode: row.mode,
    standing: inviteStateOf(row),
  }));
}

function inviteStateOf(row: {
  participant_id: string | null;
  request_id: string | null;
  participant_limit: number | null;
  participants: number;
}): InviteChoice['standing'] {
  if (row.participant_id !== null) return 'in';
  if (row.request_id !== null) return 'invited';
  return row.participant_limit !== null && row.participants >= row.participant_limit ? 'full' : 'free';
}
