import { type Actor, isModerator } from '#core/actor.ts';
import { allow, type Decision, deny } from '#core/decision.ts';
import { permits } from '#core/machine.ts';
import { type EditStatus, editMachine, type StoryStatus, storyMachine } from './story-status.ts';

/** What policies about a story hang on. */
export interface StoryFacts {
  creatorId: string;
  status: StoryStatus;
  editStatus: EditStatus | null;
  deleted: boolean;
}

function isCreator(actor: Actor | null, story: StoryFacts): boolean {
  return actor !== null && actor.id === story.creatorId;
}

/** True for what the whole world may read. The column `stories.is_public` says the same in queries. */
export function isPublicStory(story: Pick<StoryFacts, 'status' | 'deleted'>): boolean {
  return story.status === 'published' && !story.deleted;
}

/** Who may see the working copy: its creator, and moderators, who may be asked about it. Others do not learn that it exists. */
export function canReadDraft(actor: Actor | null, story: StoryFacts): Decision {
  const mayRead = isCreator(actor, story) || isModerator(actor);
  return mayRead && !story.deleted ? allow : deny('story_not_found');
}

/** Whether this viewer may know that the story exists: anyone if it is public, otherwise only those who may read its draft. */
export function canSee(actor: Actor | null, story: StoryFacts): boolean {
  return isPublicStory(story) || canReadDraft(actor, story).ok;
}

function ownStory(actor: Actor | null, story: StoryFacts): Decision {
  if (isCreator(actor, story)) return story.deleted ? deny('story_not_found') : allow;
  // What the whole world can see is refused by role; what it cannot see does not exist for others.
  return isPublicStory(story) ? deny('forbidden') : deny('story_not_found');
}

/** Texts, cover, categories. While a review runs nothing is changed under the reviewer's eyes. */
export function canEditStory(actor: Actor | null, story: StoryFacts): Decision {
  const own = ownStory(actor, story);
  if (!own.ok) return own;
  if (story.status === 'banned') return deny('wrong_state');
  return story.status === 'pending' || story.editStatus === 'pending' ? deny('story_in_review') : allow;
}

/** Progress and chapter lengths, which nobody reviews. */
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

/** Throwing an edit of a published story away. */
export function canDiscardEdit(actor: Actor | null, story: StoryFacts): Decision {
  const editable = canEditStory(actor, story);
  return editable.ok && story.editStatus === null ? deny('wrong_state') : editable;
}

export function canDeleteStory(actor: Actor | null, story: StoryFacts): Decision {
  const own = ownStory(actor, story);
  return own.ok && story.status === 'banned' ? deny('wrong_state') : own;
}

/** Bringing a deleted story back, within 30 days. */
export function canUndeleteStory(actor: Actor | null, story: StoryFacts): Decision {
  return isCreator(actor, story) && story.deleted ? allow : deny('story_not_found');
}

/** Who reads it, and how far: those who write it, and nobody else learns that there is anything to see. */
export function canSeeStatistics(actor: Actor | null, story: StoryFacts, isParticipant: boolean): Decision {
  return (isCreator(actor, story) || isParticipant) && !story.deleted ? allow : deny('story_not_found');
}
