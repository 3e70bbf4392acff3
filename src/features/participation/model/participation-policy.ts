import type { Actor } from '#core/actor.ts';
import { all, allow, type Decision, deny } from '#core/decision.ts';
import type { JoinPolicy } from '#features/stories/model/join-policy.ts';
import { isPublicStory, type StoryFacts } from '#features/stories/model/story-policy.ts';
import type { Progress } from '#features/stories/model/story-status.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import type { RequestKind } from './request-status.ts';

/** A story as decisions about joining it hang on it. */
export interface JoinableStory {
  mode: WritingMode;
  progress: Progress;
  joining: JoinPolicy;
  facts: StoryFacts;
}

/** Where one member stands with one story. */
export interface JoinFacts {
  isParticipant: boolean;
  /** As many take part as may. */
  isFull: boolean;
  /** What waits for an answer between this member and the creator. */
  open: RequestKind | null;
  /** The creator can say yes or no: they are neither suspended nor banned. */
  canBeAnswered: boolean;
  /** One of the two said no so lately, or the creator took them out, that it is too early to ask again. */
  isTooEarly: boolean;
}

const isCreator = (actor: Actor | null, story: JoinableStory) => actor !== null && actor.id === story.facts.creatorId;

/** What nobody can be asked into, whoever asks. */
function takesOthers({ mode, progress, facts }: JoinableStory): Decision {
  if (mode === 'solo') return deny('solo_story');
  return progress === 'ended' || !isPublicStory(facts) ? deny('wrong_state') : allow;
}

/** Deciding who takes part: the creator's alone. Others do not learn of a story that is not public. */
export function canManage(actor: Actor | null, { facts }: JoinableStory): Decision {
  if (actor !== null && actor.id === facts.creatorId) return facts.deleted ? deny('story_not_found') : allow;
  return deny(isPublicStory(facts) ? 'forbidden' : 'story_not_found');
}

/** Asking anybody in at all. */
export function canInvite(actor: Actor | null, story: JoinableStory): Decision {
  return all(canManage(actor, story), takesOthers(story));
}

/** Asking this member in. Who has applied is in by it. */
export function canInviteMember(actor: Actor | null, story: JoinableStory, target: JoinFacts): Decision {
  const general = canInvite(actor, story);
  if (!general.ok) return general;
  if (target.isParticipant) return deny('already_participant');
  if (target.isFull) return deny('story_full');
  if (target.open === 'invitation') return deny('request_pending');
  return target.isTooEarly && target.open === null ? deny('reapply_later') : allow;
}

/** Asking to write here. Who was invited is in by it, however others come in. */
export function canApply(actor: Actor | null, story: JoinableStory, own: JoinFacts): Decision {
  if (!isPublicStory(story.facts)) return deny('story_not_found');
  if (isCreator(actor, story) || own.isParticipant) return deny('already_participant');
  const general = takesOthers(story);
  if (!general.ok) return general;
  if (own.open === 'application' && story.joining !== 'open') return deny('request_pending');
  if (own.open === null && story.joining === 'invite_only') return deny('invite_only');
  if (own.isFull) return deny('story_full');
  if (own.open === null && story.joining === 'applications' && !own.canBeAnswered) return deny('wrong_state');
  return own.isTooEarly && own.open === null ? deny('reapply_later') : allow;
}

/** The other side says yes to what waits: there must still be a place. */
export function canBeTakenIn(story: JoinableStory, member: JoinFacts): Decision {
  if (!isPublicStory(story.facts)) return deny('request_ended');
  const general = takesOthers(story);
  if (!general.ok) return general;
  return member.isFull ? deny('story_full') : allow;
}

/** The creator stays with the story. */
export function canLeave(actor: Actor | null, story: JoinableStory, own: JoinFacts): Decision {
  if (story.facts.deleted) return deny('story_not_found');
  if (isCreator(actor, story)) return deny('wrong_state');
  if (own.isParticipant) return allow;
  return deny(isPublicStory(story.facts) ? 'not_participant' : 'story_not_found');
}

export function canRemove(actor: Actor | null, story: JoinableStory, targetId: string, target: JoinFacts): Decision {
  const manages = canManage(actor, story);
  if (!manages.ok) return manages;
  if (targetId === story.facts.creatorId) return deny('wrong_state');
  return target.isParticipant ? allow : deny('not_participant');
}
