import { allow, type Decision, deny } from '#core/decision.ts';
import { DAY } from '#core/time.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import type { JoinableStory, JoinFacts } from './participation-policy.ts';

/** An invitation of whoever has the link, for friends who have no account yet. */
export const INVITATION_LINK_DAYS = 14;
export const INVITATION_LINK_LASTS = INVITATION_LINK_DAYS * DAY;
/** Maximum number of open links per story. */
export const INVITATION_LINKS_PER_STORY = 20;
/** How long an ended link is kept, so that whoever opens it is told what has happened. */
export const INVITATION_LINK_KEPT = 60 * DAY;

/** `closed`: the story takes no more writers. */
export const INVITATION_LINK_STATES = ['open', 'used', 'expired', 'withdrawn', 'closed', 'full'] as const;
export type InvitationLinkState = (typeof INVITATION_LINK_STATES)[number];

/** What is stored of a link. */
export interface LinkFacts {
  readonly isUsed: boolean;
  readonly isWithdrawn: boolean;
  readonly isExpired: boolean;
}

/** Returns what whoever opens the link is told. */
export function linkState(link: LinkFacts, story: JoinableStory, isFull: boolean): InvitationLinkState {
  if (link.isUsed) return 'used';
  if (link.isWithdrawn) return 'withdrawn';
  if (link.isExpired) return 'expired';
  if (!isPublicStory(story.facts) || story.progress === 'ended' || !story.isShared) return 'closed';
  return isFull ? 'full' : 'open';
}

/** Whether a member can join with a link. Those who write in the story already don’t use it up. */
export function canUseLink(link: LinkFacts, story: JoinableStory, own: JoinFacts): Decision {
  if (own.isParticipant) return deny('already_participant');
  const state = linkState(link, story, own.isFull);
  if (state === 'full') return deny('story_full');
  if (state !== 'open') return deny('invitation_link_ended');
  return own.isTooEarly && own.open === null ? deny('reapply_later') : allow;
}
