import { allow, type Decision, deny } from '#core/decision.ts';
import { DAY } from '#core/time.ts';
import { type JoinableStory, type JoinFacts, takesOthers } from './participation-policy.ts';

/** How long an invitation link is valid. It lets one person join, such as a friend who has no account yet. */
export const INVITATION_LINK_DAYS = 14;
export const INVITATION_LINK_LASTS = INVITATION_LINK_DAYS * DAY;
/** Maximum number of open links per story. */
export const INVITATION_LINKS_PER_STORY = 20;
/** How long a link is kept after it has expired, so that its page can say why it can’t be used. */
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

/** Returns what the page of a link shows. */
export function linkState(link: LinkFacts, story: JoinableStory, isFull: boolean): InvitationLinkState {
  if (link.isUsed) return 'used';
  if (link.isWithdrawn) return 'withdrawn';
  if (link.isExpired) return 'expired';
  if (!takesOthers(story).ok) return 'closed';
  return isFull ? 'full' : 'open';
}

/** Whether a member can join with a link. Denied to current writers of the story, so that they don’t use it up. */
export function canUseLink(link: LinkFacts, story: JoinableStory, own: JoinFacts): Decision {
  if (own.isParticipant) return deny('already_participant');
  const state = linkState(link, story, own.isFull);
  if (state === 'full') return deny('story_full');
  if (state !== 'open') return deny('invitation_link_ended');
  return own.isTooEarly && own.open === null ? deny('reapply_later') : allow;
}
