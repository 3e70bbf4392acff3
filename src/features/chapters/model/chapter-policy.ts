import { type Actor, isModerator } from '#core/actor.ts';
import { allow, type Decision, deny } from '#core/decision.ts';
import { permits } from '#core/machine.ts';
import { isPublicStory, type StoryFacts } from '#features/stories/model/story-policy.ts';
import { type EditStatus, editMachine } from '#features/stories/model/story-status.ts';
import { type ChapterStatus, chapterMachine, wasPublished } from './chapter-status.ts';
import type { WriteDecision, WriteRefusal } from './write-refusals.ts';
import type { ModeFacts, WritingModeRules } from './writing-mode-rules.ts';

export interface ChapterFacts {
  authorId: string;
  status: ChapterStatus;
  editStatus: EditStatus | null;
  deleted: boolean;
  /** Written for a round of a competition. It gets a number only if it wins. */
  isSubmission: boolean;
  /** Its author has taken it down. A moderator may have hidden it since. */
  takenDown: boolean;
  story: StoryFacts;
}

const isAuthor = (actor: Actor | null, chapter: ChapterFacts) => actor !== null && actor.id === chapter.authorId;

type EditRefusal = WriteRefusal | 'chapter_in_review';
type TakeDownRefusal = EditRefusal | 'chapter_hidden' | 'won_in_round';

/** True if anyone may know about the chapter. A hidden chapter keeps its number without its text (product §4). */
export function isPublicChapter(chapter: Pick<ChapterFacts, 'status' | 'deleted' | 'story'>): boolean {
  return isPublicStory(chapter.story) && !chapter.deleted && wasPublished(chapter.status);
}

/** Whether the chapter or its edit is in review. A chapter of a story that is not public is reviewed with its story. */
export function isUnderReview(chapter: ChapterFacts): boolean {
  const waits = chapter.status === 'pending' || chapter.editStatus === 'pending';
  return waits && !chapter.deleted && isPublicStory(chapter.story);
}

/** True if the text in the draft was never submitted, or not since it was withdrawn. */
export function isUnsentChapter(chapter: Pick<ChapterFacts, 'status' | 'editStatus'>): boolean {
  return chapter.status === 'draft' || chapter.editStatus === 'draft';
}

/**
 * Whether the actor can read the draft: its author, moderators and, once it is submitted, the story’s creator, unless
 * it is hidden. An unsubmitted edit is visible only to its author and moderators.
 */
export function canReadChapterDraft(actor: Actor | null, chapter: ChapterFacts): Decision {
  if (chapter.deleted || actor === null) return deny('chapter_not_found');
  // Authors keep access to their chapters when another member’s story is deleted.
  if (chapter.story.deleted) {
    const isGuest = isAuthor(actor, chapter) && actor.id !== chapter.story.creatorId;
    return isGuest ? allow : deny('chapter_not_found');
  }
  // Others see an entry only as part of its round, which is handled elsewhere.
  if (chapter.isSubmission && chapter.status === 'draft' && !isAuthor(actor, chapter)) return deny('chapter_not_found');
  const isCreator = actor.id === chapter.story.creatorId && !isUnsentChapter(chapter) && chapter.status !== 'hidden';
  return isAuthor(actor, chapter) || isCreator || isModerator(actor) ? allow : deny('chapter_not_found');
}

/** Whether the actor can read the published text of a hidden chapter: its author and moderators (product §4). */
export function canReadHiddenText(actor: Actor | null, chapter: ChapterFacts): Decision {
  const isHidden = isPublicChapter(chapter) && chapter.status === 'hidden';
  return isHidden && (isAuthor(actor, chapter) || isModerator(actor)) ? allow : deny('chapter_not_found');
}

function ownChapter(actor: Actor | null, chapter: ChapterFacts): Decision<'chapter_not_found' | 'forbidden'> {
  if (isAuthor(actor, chapter)) return chapter.deleted || chapter.story.deleted ? deny('chapter_not_found') : allow;
  return isPublicChapter(chapter) ? deny('forbidden') : deny('chapter_not_found');
}

/** Whether the actor can start a chapter: in a published story, or as the first chapter of a draft story. */
export function canCreateChapter<Facts extends ModeFacts>(
  actor: Actor | null,
  facts: Facts,
  mode: Pick<WritingModeRules<Facts>, 'canWrite'>,
  parentId: string | null,
): WriteDecision {
  const { story } = facts;
  const isCreator = actor !== null && actor.id === story.creatorId;
  if (!isPublicStory(story) && (story.deleted || !isCreator)) return deny('story_not_found');
  if (story.status === 'banned') return deny('wrong_state');
  return mode.canWrite(actor, facts, parentId);
}

/**
 * Whether the actor can edit the chapter. Nothing can be changed during a review. A hidden chapter can be fixed: its
 * edit is reviewed, and stays hidden until the decision is reversed.
 */
export function canEditChapter(actor: Actor | null, chapter: ChapterFacts): Decision<EditRefusal> {
  const own = ownChapter(actor, chapter);
  if (!own.ok) return own;
  if (chapter.story.status === 'banned') return deny('wrong_state');
  return chapter.status === 'pending' || chapter.editStatus === 'pending' ? deny('chapter_in_review') : allow;
}

/**
 * Whether the actor can submit the chapter. Only chapters of published stories are submitted on their own; the first
 * chapter is submitted with its story.
 */
export function canSubmitChapter(actor: Actor | null, chapter: ChapterFacts): Decision {
  const editable = canEditChapter(actor, chapter);
  if (!editable.ok) return editable;
  if (!isPublicStory(chapter.story)) return deny('wrong_state');
  // An entry is submitted to its round instead, and becomes a chapter only if it wins.
  if (chapter.isSubmission && chapter.status === 'draft') return deny('only_by_rounds');
  const fits = wasPublished(chapter.status)
    ? chapter.editStatus !== null && permits(editMachine, chapter.editStatus, 'submit')
    : permits(chapterMachine, chapter.status, 'submit');
  return fits ? allow : deny('wrong_state');
}

export function canWithdrawChapter(actor: Actor | null, chapter: ChapterFacts): Decision {
  const own = ownChapter(actor, chapter);
  if (!own.ok) return own;
  return chapter.status === 'pending' || chapter.editStatus === 'pending' ? allow : deny('wrong_state');
}

/**
 * Whether the actor can delete the chapter: authors can delete drafts and rejected chapters. Published chapters stay
 * with the story.
 */
export function canDeleteChapter(actor: Actor | null, chapter: ChapterFacts): Decision {
  const own = ownChapter(actor, chapter);
  if (!own.ok) return own;
  // An entry is deleted with its round.
  if (chapter.isSubmission) return deny('wrong_state');
  return chapter.status === 'draft' || chapter.status === 'rejected' ? allow : deny('wrong_state');
}

/** Whether the actor can change or give up the place of the chapter: the author, until it is submitted. */
export function canMoveChapter(actor: Actor | null, chapter: ChapterFacts): Decision<EditRefusal> {
  const editable = canEditChapter(actor, chapter);
  if (!editable.ok) return editable;
  const isUnpublished = chapter.status === 'draft' || chapter.status === 'rejected';
  return isUnpublished && !chapter.isSubmission ? allow : deny('wrong_state');
}

/**
 * Whether the actor can take the published chapter down: its author, unless it won a round, is in review, or a moderator
 * has hidden it.
 */
export function canTakeDownChapter(actor: Actor | null, chapter: ChapterFacts): Decision<TakeDownRefusal> {
  const editable = canEditChapter(actor, chapter);
  if (!editable.ok) return editable;
  if (!isPublicChapter(chapter) || chapter.takenDown) return deny('wrong_state');
  if (chapter.isSubmission) return deny('won_in_round');
  return permits(chapterMachine, chapter.status, 'take_down') ? allow : deny('chapter_hidden');
}

/** Whether a new chapter can follow this one. A chapter that was taken down counts as published, a hidden one doesn’t. */
export function canBeContinued(chapter: Pick<ChapterFacts, 'status' | 'takenDown' | 'deleted'>): boolean {
  return !chapter.deleted && (chapter.status === 'approved' || chapter.takenDown);
}

export function canUndeleteChapter(actor: Actor | null, chapter: ChapterFacts): Decision {
  return isAuthor(actor, chapter) && chapter.deleted && !chapter.story.deleted ? allow : deny('chapter_not_found');
}

/**
 * Whether the actor can discard the unpublished edit of a published chapter. Not while it is taken down, because then
 * the edit is the draft from which it is published again.
 */
export function canDiscardChapterEdit(actor: Actor | null, chapter: ChapterFacts): Decision {
  const editable = canEditChapter(actor, chapter);
  return editable.ok && (chapter.editStatus === null || chapter.takenDown) ? deny('wrong_state') : editable;
}
