import { sql } from 'kysely';
import { notify } from '#features/messages/server/index.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import {
  countParticipants,
  findStory,
  HOME_TAG,
  lockStory,
  type StoryRecord,
  type StoryState,
  storyTag,
} from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import { REAPPLY_AFTER } from '../model/participation-limits.ts';
import type { JoinFacts } from '../model/participation-policy.ts';
import type { RequestKind } from '../model/request-status.ts';
import { endParticipation, insertParticipant } from './participants.repo.ts';
import type { ParticipationCtx } from './participation-ctx.ts';

export async function isParticipant(db: Db, storyId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('participants')
    .select('story_id')
    .where('story_id', '=', storyId)
    .where('account_id', '=', accountId)
    .where('left_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the stories of a mode in which a member writes, in the global order for locking several stories. */
export async function storiesWrittenIn(db: Db, accountId: string, mode: WritingMode): Promise<string[]> {
  const rows = await db
    .selectFrom('participants as p')
    .innerJoin('stories as s', 's.id', 'p.story_id')
    .where('p.account_id', '=', accountId)
    .where('p.left_at', 'is', null)
    .where('s.mode', '=', mode)
    .orderBy('s.id')
    .select('s.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The pending request between a member and a story, with the member’s message about it if it is an invitation. */
export interface WaitingRequest {
  kind: RequestKind;
  expiresAt: Date;
  messageId: string | null;
}

/** Returns a member’s relation to a story. Lock the story first if you act on the result. */
export async function joinFactsOf(
  db: Db,
  story: StoryState,
  accountId: string,
): Promise<JoinFacts & { request: WaitingRequest | null }> {
  const { rows } = await sql<{
    is_participant: boolean;
    taken: number;
    invited_at: Date | null;
    /** Null if no request is pending. */
    expires_at: Date | null;
    message_id: string | null;
    too_early: boolean;
    answerable: boolean;
  }>`select
      exists (select from participants where story_id = st.story_id and account_id = ${accountId} and left_at is null) as is_participant,
      st.participants as taken, r.invited_at, r.expires_at,
      (select m.id::text from messages m where r.invited_at is not null and m.request_id = r.id and m.account_id = ${accountId}
        limit 1) as message_id,
      (select status = 'active' from accounts where id = ${story.facts.creatorId}) as answerable,
      exists (select from participation_requests r where r.story_id = st.story_id and r.account_id = ${accountId}
        and r.state = 'declined' and r.ended_at > db_clock() - make_interval(secs => ${REAPPLY_AFTER / 1000}))
      or exists (select from participants p where p.story_id = st.story_id and p.account_id = ${accountId}
        and p.removed and p.left_at > db_clock() - make_interval(secs => ${REAPPLY_AFTER / 1000})) as too_early
    from story_stats st
    left join lateral (select id, invited_at, expires_at
      from participation_requests where story_id = st.story_id and account_id = ${accountId} and state = 'pending'
        and expires_at > db_clock()) r on true
    where st.story_id = ${story.id}`.execute(db);
  const row = rows[0]!;
  const request: WaitingRequest | null = row.expires_at && {
    kind: row.invited_at ? 'invitation' : 'application',
    expiresAt: row.expires_at,
    messageId: row.message_id,
  };
  return {
    isParticipant: row.is_participant,
    isFull: story.participantLimit !== null && row.taken >= story.participantLimit,
    open: request?.kind ?? null,
    canBeAnswered: row.answerable,
    isTooEarly: row.too_early,
    request,
  };
}

/**
 * Adds a member to the writers. Requires an open transaction and the story lock. Returning members keep their number.
 */
export async function takeIn(ctx: ParticipationCtx, story: StoryRecord, accountId: string): Promise<void> {
  await insertParticipant(ctx.db, story.id, accountId);
  await countParticipants(ctx.db, story.id, 1);
  await ctx.membershipEffects[story.mode].joined(ctx, story.id, accountId);
  await invalidateCacheTags(ctx, storyTag(story.id), HOME_TAG);
}

/** Removes a participant. Requires an open transaction and the story lock. Their chapters stay. */
export async function letGo(
  ctx: ParticipationCtx,
  story: StoryRecord,
  accountId: string,
  { removed }: { removed: boolean },
): Promise<void> {
  await endParticipation(ctx.db, story.id, accountId, removed);
  await countParticipants(ctx.db, story.id, -1);
  await ctx.membershipEffects[story.mode].left(ctx, story.id, accountId);
  await invalidateCacheTags(ctx, storyTag(story.id), HOME_TAG);
}

/**
 * Notifies all writers and authors of a story except its creator that it was deleted, banned or unbanned (product §4).
 */
export async function notifyCoAuthors(
  ctx: Pick<Ctx, 'db'>,
  storyId: string,
  about: 'story_deleted' | 'story_banned' | 'story_unbanned',
): Promise<void> {
  const story = await findStory(ctx.db, storyId);
  if (!story) return;
  const others = await ctx.db
    .selectFrom('participants')
    .select('account_id')
    .where('story_id', '=', storyId)
    .where('account_id', '<>', story.facts.creatorId)
    .where((eb) => eb.or([eb('left_at', 'is', null), eb('chapters', '>', 0)]))
    .orderBy('number')
    .execute();
  for (const { account_id: to } of others)
    await notify(ctx, { to, type: 'system_notice', params: { about, story: story.published.title } });
}

/** Removes a member from all stories when their account is erased, except from stories that they still own. */
export async function removeFromAllStories(ctx: ParticipationCtx, accountId: string): Promise<void> {
  const rows = await ctx.db
    .selectFrom('participants as p')
    .innerJoin('stories as s', 's.id', 'p.story_id')
    .where('p.account_id', '=', accountId)
    .where('p.left_at', 'is', null)
    .where('s.creator_id', '<>', accountId)
    .orderBy('s.id')
    .select('s.id')
    .execute();
  for (const { id } of rows) {
    await inTransaction(ctx, async (inner) => {
      const story = await lockStory(inner.db, id);
      if (story && story.facts.creatorId !== accountId && (await isParticipant(inner.db, id, accountId)))
        await letGo(inner, story, accountId, { removed: false });
    });
  }
}

/**
 * Returns the active member who has taken part in a story for the longest time, other than the deleting one. Null if
 * there is none.
 */
export async function findHeir(db: Db, storyId: string, leaverId: string): Promise<string | null> {
  const row = await db
    .selectFrom('participants as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .where('p.story_id', '=', storyId)
    .where('p.left_at', 'is', null)
    .where('p.account_id', '<>', leaverId)
    .where('a.status', '=', 'active')
    .orderBy('p.joined_at')
    .orderBy('p.number')
    .limit(1)
    .select('p.account_id')
    .executeTakeFirst();
  return row?.account_id ?? null;
}
