import type { Actor } from '#core/actor.ts';
import { all, allow, type Decision, deny } from '#core/decision.ts';
import type { JoinPolicy } from '#features/stories/model/join-policy.ts';
import { isPublicStory, type StoryFacts } from '#features/stories/model/story-policy.ts';
import type { Progress } from '#features/stories/model/story-status.ts';
import type { RequestKind } from './request-status.ts';

/** The facts about a story that decisions about joining depend on. */
export interface JoinableStory {
  /** Whether the mode lets members other than the creator write. */
  isShared: boolean;
  progress: Progress;
  joinPolicy: JoinPolicy;
  facts: StoryFacts;
}

/** A member’s relation to a story. */
export interface JoinFacts {
  isParticipant: boolean;
  /** The story has its maximum number of writers. */
  isFull: boolean;
  /** The kind of the pending request between this member and the creator. */
  open: RequestKind | null;
  /** The creator can answer: they are neither suspended nor banned. */
  canBeAnswered: boolean;
  /** It is too early to ask again after a recent refusal by either side, or a removal by the creator. */
  isTooEarly: boolean;
}

const isCreator = (actor: Actor | null, story: Pick<JoinableStory, 'facts'>) =>
  actor !== null && actor.id === story.facts.creatorId;

/** Denies joining stories that no one can join. */
export function takesOthers({ isShared, progress, facts }: JoinableStory): Decision {
  if (!isShared) return deny('solo_story');
  return progress === 'ended' || !isPublicStory(facts) ? deny('wrong_state') : allow;
}

/** Only the creator decides who takes part. Others don’t learn about a story that is not public. */
export function canManage(actor: Actor | null, { facts }: Pick<JoinableStory, 'facts'>): Decision {
  if (actor !== null && actor.id === facts.creatorId) return facts.deleted ? deny('story_not_found') : allow;
  return deny(isPublicStory(facts) ? 'forbidden' : 'story_not_found');
}

/** Whether the actor can invite members at all. */
export function canInvite(actor: Actor | null, story: JoinableStory): Decision {
  return all(canManage(actor, story), takesOthers(story));
}

/** Whether the actor can invite this member. If the member has applied, inviting them accepts the application. */
export function canInviteMember(actor: Actor | null, story: JoinableStory, target: JoinFacts): Decision {
  const general = canInvite(actor, story);
  if (!general.ok) return general;
  if (target.isParticipant) return deny('already_participant');
  if (target.isFull) return deny('story_full');
  if (target.open === 'invitation') return deny('request_pending');
  return target.isTooEarly && target.open === null ? deny('reapply_later') : allow;
}

/** Whether the actor can apply. If they were invited, applying accepts the invitation, whatever the join policy. */
export function canApply(actor: Actor | null, story: JoinableStory, own: JoinFacts): Decision {
  if (!isPublicStory(story.facts)) return deny('story_not_found');
  if (isCreator(actor, story) || own.isParticipant) return deny('already_participant');
  const general = takesOthers(story);
  if (!general.ok) return general;
  if (own.open === 'application' && story.joinPolicy !== 'open') return deny('request_pending');
  if (own.open === null && story.joinPolicy === 'invite_only') return deny('invite_only');
  if (own.isFull) return deny('story_full');
  if (own.open === null && story.joinPolicy === 'applications' && !own.canBeAnswered) return deny('wrong_state');
  return own.isTooEarly && own.open === null ? deny('reapply_later') : allow;
}

/** Whether a pending request can be accepted. Requires an open spot. */
export function canBeTakenIn(story: JoinableStory, member: JoinFacts): Decision {
  if (!isPublicStory(story.facts)) return deny('request_ended');
  const general = takesOthers(story);
  if (!general.ok) return general;
  return member.isFull ? deny('story_full') : allow;
}

/** Whether the actor can leave the story. The creator can’t. */
export function canLeave(actor: Actor | null, story: Pick<JoinableStory, 'facts'>, own: JoinFacts): Decision {
  if (story.facts.deleted) return deny('story_not_found');
  if (isCreator(actor, story)) return deny('wrong_state');
  if (own.isParticipant) return allow;
  return deny(isPublicStory(story.facts) ? 'not_participant' : 'story_not_found');
}

export function canRemove(
  actor: Actor | null,
  story: Pick<JoinableStory, 'facts'>,
  targetId: string,
  target: JoinFacts,
): Decision {
  const manages = canManage(actor, story);
  if (!manages.ok) return manages;
  if (targetId === story.facts.creatorId) return deny('wrong_state');
  return target.isParticipant ? allow : deny('not_participant');
}
