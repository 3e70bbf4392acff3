import { sql } from 'kysely';
import { authorize, deny } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { findRequestMessage, notify } from '#features/messages/server/index.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import { lockStoryOrThrow, type StoryRecord } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { memberOf } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import { INVITATIONS_PER_MEMBER } from '../model/participation-limits.ts';
import {
  canApply,
  canBeTakenIn,
  canInviteMember,
  canLeave,
  canManage,
  canRemove,
} from '../model/participation-policy.ts';
import { toJoinable } from './joinable.ts';
import { letGo, takeIn } from './membership.ts';
import { isParticipant, joinFactsOf, nameOf } from './participants.repo.ts';
import {
  countInvitations,
  endRequest,
  findOpenRequest,
  findOpenRequestById,
  insertRequest,
  type OpenRequest,
} from './requests.ts';

interface Outcome {
  state: 'pending' | 'accepted';
}

async function ensureActive(db: Db, accountId: string): Promise<void> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!row) throw new AppError('user_not_found');
}

/** Serializes invitations of the same member, because each story has its own lock. */
async function oneByOne(db: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('invitations', ${accountId}::bigint))`.execute(db);
}

/**
 * Invites a member. An applicant joins right away. Throws the errors of `canInviteMember`, user_not_found,
 * too_many_invitations.
 */
export async function inviteMember(
  ctx: Ctx,
  input: { storyId: string; userId: string; note?: string | undefined },
): Promise<Outcome> {
  return inTransaction(ctx, async (inner) => {
    const story = await lockStoryOrThrow(inner.db, input.storyId);
    authorize(canManage(ctx.actor, story));
    await ensureActive(inner.db, input.userId);
    const target = await joinFactsOf(inner.db, story, input.userId);
    authorize(canInviteMember(ctx.actor, toJoinable(ctx, story), target));
    if (target.open === 'application') return agree(inner, story, input.userId);
    await oneByOne(inner.db, input.userId);
    if ((await countInvitations(inner.db, input.userId)) >= INVITATIONS_PER_MEMBER)
      throw new AppError('too_many_invitations');
    await ask(inner, story, { accountId: input.userId, kind: 'invitation', note: input.note ?? '' });
    return { state: 'pending' };
  });
}

/**
 * Applies to join. If joining is open, or the caller was invited, they join right away. Throws the errors of
 * `canApply`.
 */
export async function applyToJoin(ctx: Ctx, input: { storyId: string; note?: string | undefined }): Promise<Outcome> {
  const actor = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    const story = await lockStoryOrThrow(inner.db, input.storyId);
    const own = await joinFactsOf(inner.db, story, actor.id);
    authorize(canApply(actor, toJoinable(ctx, story), own));
    if (own.open !== null) return agree(inner, story, actor.id);
    if (story.joinPolicy === 'open') {
      await joinByOneself(inner, story, actor.id);
      return { state: 'accepted' };
    }
    await ask(inner, story, { accountId: actor.id, kind: 'application', note: input.note ?? '' });
    return { state: 'pending' };
  });
}

/**
 * Joins an open story in the open transaction. Does nothing if the caller already takes part. Throws the errors of
 * `canApply`.
 */
export async function joinOpen(ctx: Ctx, storyId: string): Promise<void> {
  const actor = memberOf(ctx);
  const story = await lockStoryOrThrow(ctx.db, storyId);
  if (await isParticipant(ctx.db, storyId, actor.id)) return;
  const own = await joinFactsOf(ctx.db, story, actor.id);
  authorize(canApply(actor, toJoinable(ctx, story), own));
  if (own.open !== null) await agree(ctx, story, actor.id);
  else if (story.joinPolicy === 'open') await joinByOneself(ctx, story, actor.id);
  else authorize(deny('forbidden'));
}

/** Adds a member to an open story, and notifies its creator, who wasn’t asked. */
async function joinByOneself(ctx: Ctx, story: StoryRecord, accountId: string): Promise<void> {
  await takeIn(ctx, story, accountId);
  await notify(ctx, 'participant_joined', {
    to: story.facts.creatorId,
    from: accountId,
    storyId: story.id,
    params: { story: story.published.title, ...(await nameOf(ctx.db, accountId)) },
  });
}

/** Both sides have asked, so the request is accepted. */
async function agree(ctx: Ctx, story: StoryRecord, accountId: string): Promise<Outcome> {
  const request = await findOpenRequest(ctx.db, story.id, accountId);
  if (!request) throw new AppError('request_ended');
  await accept(ctx, story, request);
  return { state: 'accepted' };
}

async function accept(ctx: Ctx, story: StoryRecord, request: OpenRequest): Promise<void> {
  await endRequest(ctx, request, 'accept');
  await takeIn(ctx, story, request.accountId);
  await notifyOutcome(ctx, story, request, 'accepted');
}

async function ask(
  ctx: Ctx,
  story: StoryRecord,
  request: { accountId: string; kind: OpenRequest['kind']; note: string },
): Promise<void> {
  const { id, expiresAt } = await insertRequest(ctx, { storyId: story.id, ...request });
  const isInvitation = request.kind === 'invitation';
  const asking = isInvitation ? story.facts.creatorId : request.accountId;
  await notify(ctx, isInvitation ? 'story_invite' : 'story_apply', {
    to: isInvitation ? request.accountId : story.facts.creatorId,
    from: asking,
    storyId: story.id,
    requestId: id,
    params: {
      story: story.published.title,
      ...(await nameOf(ctx.db, asking)),
      note: request.note,
      expires_at: expiresAt.getTime(),
    },
  });
}

/** Notifies the side that asked of the outcome. */
export async function notifyOutcome(
  ctx: Ctx,
  story: StoryRecord,
  request: Pick<OpenRequest, 'kind' | 'accountId'>,
  outcome: 'accepted' | 'rejected',
): Promise<void> {
  const isInvitation = request.kind === 'invitation';
  const { creatorId } = story.facts;
  await notify(ctx, `${isInvitation ? 'story_invite' : 'story_apply'}_${outcome}`, {
    to: isInvitation ? creatorId : request.accountId,
    from: isInvitation ? request.accountId : creatorId,
    storyId: story.id,
    params: { story: story.published.title, ...(await nameOf(ctx.db, request.accountId)) },
  });
}

/**
 * Accepts or declines a request by its message. Throws message_not_found, request_ended, story_full and errors of the
 * story’s state.
 */
async function answer(
  ctx: Ctx,
  input: { messageId: string; accept: boolean },
  type: 'story_invite' | 'story_apply',
): Promise<typeof DONE> {
  const actor = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    const requestId = await findRequestMessage(inner, input.messageId, actor.id, type);
    const storyId = await storyOfRequest(inner.db, requestId);
    const story = await lockStoryOrThrow(inner.db, storyId);
    const request = await findOpenRequestById(inner.db, requestId);
    if (!request) throw new AppError('request_ended');
    if (input.accept) {
      authorize(canBeTakenIn(toJoinable(ctx, story), await joinFactsOf(inner.db, story, request.accountId)));
      await ensureActive(inner.db, request.accountId);
      await accept(inner, story, request);
    } else {
      await endRequest(inner, request, 'decline');
      await notifyOutcome(inner, story, request, 'rejected');
    }
    return DONE;
  });
}

async function storyOfRequest(db: Db, requestId: string): Promise<string> {
  const row = await db
    .selectFrom('participation_requests')
    .select('story_id')
    .where('id', '=', requestId)
    .executeTakeFirst();
  if (!row) throw new AppError('request_ended');
  return row.story_id;
}

export const answerInvitation = (ctx: Ctx, input: { messageId: string; accept: boolean }) =>
  answer(ctx, input, 'story_invite');
export const answerApplication = (ctx: Ctx, input: { messageId: string; accept: boolean }) =>
  answer(ctx, input, 'story_apply');

/** Withdraws the caller’s own application, or, for the creator, the invitation of a member. Throws request_ended. */
export async function withdrawRequest(
  ctx: Ctx,
  input: { storyId: string; userId?: string | undefined },
): Promise<typeof DONE> {
  const actor = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    const story = await lockStoryOrThrow(inner.db, input.storyId);
    const isCreator = actor.id === story.facts.creatorId;
    if (input.userId !== undefined) authorize(canManage(actor, story));
    const kind = input.userId === undefined ? 'application' : 'invitation';
    const request = await findOpenRequest(inner.db, story.id, input.userId ?? actor.id);
    if (request?.kind !== kind)
      throw new AppError(isPublicStory(story.facts) || isCreator ? 'request_ended' : 'story_not_found');
    await endRequest(inner, request, 'withdraw');
    return DONE;
  });
}

/** Removes the caller from the writers. Throws not_participant, or wrong_state for the creator. */
export async function leaveStory(ctx: Ctx, input: { storyId: string }): Promise<typeof DONE> {
  const actor = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    const story = await lockStoryOrThrow(inner.db, input.storyId);
    authorize(canLeave(actor, story, await joinFactsOf(inner.db, story, actor.id)));
    await letGo(inner, story, actor.id, { removed: false });
    return DONE;
  });
}

/** Removes a participant, for the creator. Throws not_participant. */
export async function removeParticipant(ctx: Ctx, input: { storyId: string; userId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const story = await lockStoryOrThrow(inner.db, input.storyId);
    authorize(canRemove(ctx.actor, story, input.userId, await joinFactsOf(inner.db, story, input.userId)));
    await letGo(inner, story, input.userId, { removed: true });
    await notify(inner, 'removed', { to: input.userId, params: { story: story.published.title } });
    return DONE;
  });
}
