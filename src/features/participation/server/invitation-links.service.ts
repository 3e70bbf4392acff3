import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { to } from '#core/pages.ts';
import { makeToken, parseToken, provesToken } from '#features/accounts/server/index.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import {
  findStory,
  findSummary,
  lockStory,
  lockStoryOrThrow,
  type StoryRecord,
  type StoryState,
  selectCards,
  toStoryCard,
} from '#features/stories/server/index.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { Invitation, InvitationLink } from '../contract-invitation-links.ts';
import { isFull } from '../model/capacity.ts';
import { canUseLink, INVITATION_LINKS_PER_STORY, type LinkFacts, linkState } from '../model/invitation-link.ts';
import { canInvite, canManage } from '../model/participation-policy.ts';
import {
  findInvitationLink,
  insertInvitationLink,
  type LinkRow,
  openLinksOf,
  useLink,
  withdrawLinks,
} from './invitation-links.repo.ts';
import { toJoinable } from './joinable.ts';
import { takeIn } from './membership.ts';
import { joinFactsOf } from './participants.repo.ts';
import { notifyOutcome } from './participation.service.ts';
import { endRequest, findOpenRequest } from './requests.ts';

const PURPOSE = 'invitation-link';

const factsOf = (link: LinkRow): LinkFacts => ({
  isUsed: link.used_at !== null,
  isWithdrawn: link.withdrawn_at !== null,
  isExpired: link.is_late,
});

function toView(ctx: Ctx, link: LinkRow): InvitationLink {
  return {
    id: link.id,
    path: to.invitation({ token: makeToken(ctx.secrets, PURPOSE, link) }),
    createdAt: link.created_at.toISOString(),
    expiresAt: link.expires_at.toISOString(),
  };
}

/** Returns the link with this token, whether or not it has ended. Null if the token is wrong. */
async function findByToken(ctx: Ctx, token: string): Promise<LinkRow | null> {
  const parsed = parseToken(token);
  const link = parsed && (await findInvitationLink(ctx.db, parsed.id));
  return link && provesToken(ctx.secrets, PURPOSE, link, token) ? link : null;
}

/** Makes a link for the caller’s story. Throws the errors of `canInvite`, story_full, too_many_invitation_links. */
export async function makeInvitationLink(ctx: Ctx, { storyId }: { storyId: string }): Promise<InvitationLink> {
  const { id } = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    const story = await lockStoryOrThrow(inner.db, storyId);
    authorize(canInvite(ctx.actor, toJoinable(ctx, story)));
    if ((await joinFactsOf(inner.db, story, id)).isFull) throw new AppError('story_full');
    if ((await openLinksOf(inner.db, storyId)).length >= INVITATION_LINKS_PER_STORY)
      throw new AppError('too_many_invitation_links');
    return toView(ctx, await insertInvitationLink(inner.db, storyId, id));
  });
}

/** Lists the open links of the caller’s story, so that they can be copied again. */
export async function listInvitationLinks(ctx: Ctx, { storyId }: { storyId: string }): Promise<InvitationLink[]> {
  const story = await findStory(ctx.db, storyId);
  if (!story) throw new AppError('story_not_found');
  authorize(canManage(ctx.actor, story));
  return (await openLinksOf(ctx.db, storyId)).map((link) => toView(ctx, link));
}

/** Withdraws a link. Throws invitation_link_invalid for links of others, invitation_link_ended. */
export async function withdrawInvitationLink(ctx: Ctx, { linkId }: { linkId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const { story, link } = await lockLink(inner, await findInvitationLink(inner.db, linkId));
    if (!canManage(ctx.actor, story).ok) throw new AppError('invitation_link_invalid');
    if (link.is_late || (await withdrawLinks(inner.db, 'id', link.id)) === 0)
      throw new AppError('invitation_link_ended');
    return DONE;
  });
}

/** Locks the story of a link and reads the link again. Throws invitation_link_invalid if one of them is gone. */
async function lockLink(ctx: Ctx, found: LinkRow | null | undefined): Promise<{ story: StoryRecord; link: LinkRow }> {
  const story = found && (await lockStory(ctx.db, found.story_id));
  const link = story && (await findInvitationLink(ctx.db, found.id));
  if (!link) throw new AppError('invitation_link_invalid');
  return { story, link };
}

/**
 * Returns what a link invites to. Open calls don’t know their caller, so the page loads a member’s relation to the story
 * by itself. Throws invitation_link_invalid.
 */
export async function seeInvitation(ctx: Ctx, { token }: { token: string }): Promise<Invitation> {
  const link = await findByToken(ctx, token);
  const story = link && (await findSummary(ctx, link.story_id));
  if (!story) throw new AppError('invitation_link_invalid');
  return {
    state: linkState(factsOf(link), toJoinable(ctx, story), isFull(story)),
    story: await cardOf(ctx, story),
    expiresAt: link.expires_at.toISOString(),
  };
}

async function cardOf(ctx: Ctx, story: StoryState) {
  if (!isPublicStory(story.facts)) return null;
  const row = await selectCards(ctx).where('s.id', '=', story.id).executeTakeFirst();
  return row ? toStoryCard(ctx, row) : null;
}

/**
 * Joins a story with a link. If two use it at once, the story’s lock decides. Throws the errors of `canUseLink`,
 * invitation_link_invalid.
 */
export async function acceptInvitationLink(ctx: Ctx, { token }: { token: string }): Promise<{ storyId: string }> {
  const { id } = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    const { story, link } = await lockLink(inner, await findByToken(inner, token));
    authorize(canUseLink(factsOf(link), toJoinable(ctx, story), await joinFactsOf(inner.db, story, id)));
    if (!(await useLink(inner.db, link.id, id))) throw new AppError('invitation_link_ended');
    const request = await findOpenRequest(inner.db, story.id, id);
    if (request) await endRequest(inner, request, 'accept');
    await takeIn(inner, story, id);
    await notifyOutcome(inner, story, { kind: 'invitation', accountId: id }, 'accepted');
    return { storyId: story.id };
  });
}

/** Returns the id of the link with this token. Null if the token is wrong. */
export async function linkIdOf(ctx: Ctx, token: string): Promise<string | null> {
  return (await findByToken(ctx, token))?.id ?? null;
}

/** Returns the page of an invitation, where the wish to accept it is reopened, also if the link has ended. */
export async function invitationPage(ctx: Ctx, linkId: string): Promise<string | null> {
  const link = await findInvitationLink(ctx.db, linkId);
  return link ? toView(ctx, link).path : null;
}
