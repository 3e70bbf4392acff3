import { type Actor, isModerator } from '#core/actor.ts';
import { allow, type Decision, deny } from '#core/decision.ts';
import { permits } from '#core/machine.ts';
import { type EditStatus, editMachine, type StoryStatus, storyMachine } from './story-status.ts';

/** The facts that policies about a story depend on. */
export interface StoryFacts {
  creatorId: string;
  status: StoryStatus;
  editStatus: EditStatus | null;
  deleted: boolean;
}

function isCreator(actor: Actor | null, story: StoryFacts): boolean {
  return actor !== null && actor.id === story.creatorId;
}

/** True for what anyone can read. In queries, the column `stories.is_public` is equivalent. */
export function isPublicStory(story: Pick<StoryFacts, 'status' | 'deleted'>): boolean {
  return story.status === 'published' && !story.deleted;
}

/** Whether the actor can read the draft: its creator, and moderators. Others don’t learn that it exists. */
export function canReadDraft(actor: Actor | null, story: StoryFacts): Decision {
  const mayRead = isCreator(actor, story) || isModerator(actor);
  return mayRead && !story.deleted ? allow : deny('story_not_found');
}

/** True if the texts in the draft were never submitted, or not since they were withdrawn. */
export function isUnsentStory(story: StoryFacts): boolean {
  return story.status === 'draft' || story.editStatus === 'draft';
}

/**
 * Whether the actor may know that the story exists: anyone if it is public, otherwise only those who can read its
 * draft.
 */
export function canSee(actor: Actor | null, story: StoryFacts): boolean {
  return isPublicStory(story) || canReadDraft(actor, story).ok;
}

function ownStory(actor: Actor | null, story: StoryFacts): Decision {
  if (isCreator(actor, story)) return story.deleted ? deny('story_not_found') : allow;
  // If the story is public, refuse by role. Otherwise it doesn’t exist for others.
  return isPublicStory(story) ? deny('forbidden') : deny('story_not_found');
}

/** Whether the actor can edit texts, cover and categories. Nothing can be changed during a review. */
export function canEditStory(actor: Actor | null, story: StoryFacts): Decision {
  const own = ownStory(actor, story);
  if (!own.ok) return own;
  if (story.status === 'banned') return deny('wrong_state');
  return story.status === 'pending' || story.editStatus === 'pending' ? deny('story_in_review') : allow;
}

/** Whether the actor can change the rules, such as progress and chapter lengths. They aren’t reviewed. */
export function canSetRules(actor: Actor | null, story: StoryFacts): Decision {
  const own = ownStory(actor, story);
  return own.ok && story.status === 'banned' ? deny('wrong_state') : own;
}

export function canSubmitStory(actor: Actor | null, story: StoryFacts): Decision {
  const own = ownStory(actor, story);
  if (!own.ok) return own;
  if (story.status === 'pending' || story.editStatus === 'pending') return deny('story_in_review');
  const fits =
    story.status === 'published'
      ? story.editStatus !== null && permits(editMachine, story.editStatus, 'submit')
      : permits(storyMachine, story.status, 'submit');
  return fits ? allow : deny('wrong_state');
}

export function canWithdrawStory(actor: Actor | null, story: StoryFacts): Decision {
  const own = ownStory(actor, story);
  if (!own.ok) return own;
  return story.status === 'pending' || story.editStatus === 'pending' ? allow : deny('wrong_state');
}

/** Whether the actor can discard the edit of a published story. */
export function canDiscardEdit(actor: Actor | null, story: StoryFacts): Decision {
  const editable = canEditStory(actor, story);
  return editable.ok && story.editStatus === null ? deny('wrong_state') : editable;
}

export function canDeleteStory(actor: Actor | null, story: StoryFacts): Decision {
  const own = ownStory(actor, story);
  return own.ok && story.status === 'banned' ? deny('wrong_state') : own;
}

/** Whether the actor can restore a deleted story. The service checks the limit of 30 days. */
export function canUndeleteStory(actor: Actor | null, story: StoryFacts): Decision {
  return isCreator(actor, story) && story.deleted ? allow : deny('story_not_found');
}

/**
 * Whether the actor can see who reads the story, and how far: only its writers. Others don’t learn that statistics
 * exist.
 */
export function canSeeStatistics(actor: Actor | null, story: StoryFacts, isParticipant: boolean): Decision {
  return (isCreator(actor, story) || isParticipant) && !story.deleted ? allow : deny('story_not_found');
}
