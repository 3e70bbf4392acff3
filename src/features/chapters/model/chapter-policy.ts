import { type Actor, isModerator } from '#core/actor.ts';
import { allow, type Decision, deny } from '#core/decision.ts';
import { permits } from '#core/machine.ts';
import { isPublicStory, type StoryFacts } from '#features/stories/model/story-policy.ts';
import { type EditStatus, editMachine } from '#features/stories/model/story-status.ts';
import { type ChapterStatus, chapterMachine, wasPublished } from './chapter-status.ts';
import type { ModeFacts, WritingModeRules } from './writing-mode-rules.ts';

export interface ChapterFacts {
  authorId: string;
  status: ChapterStatus;
  editStatus: EditStatus | null;
  deleted: boolean;
  /** Written for a round of a competition; it has a place only once it has won. */
  isSubmission: boolean;
  story: StoryFacts;
}

const isAuthor = (actor: Actor | null, chapter: ChapterFacts) => actor !== null && actor.id === chapter.authorId;

/** True for what the whole world may know of; a hidden one keeps its place without its text (product §4). */
export function isPublicChapter(chapter: Pick<ChapterFacts, 'status' | 'deleted' | 'story'>): boolean {
  return isPublicStory(chapter.story) && !chapter.deleted && wasPublished(chapter.status);
}

/** What a reviewer may look at and decide about: the chapter itself, or its edit. One of a story that is not public goes with it. */
export function isUnderReview(chapter: ChapterFacts): boolean {
  const waits = chapter.status === 'pending' || chapter.editStatus === 'pending';
  return waits && !chapter.deleted && isPublicStory(chapter.story);
}

/**
 * The working copy: its author, moderators, and the story's creator from the submission on, unless it is hidden; an edit
 * that was not sent yet is its author's.
 */
export function canReadChapterDraft(actor: Actor | null, chapter: ChapterFacts): Decision {
  if (chapter.deleted || actor === null) return deny('chapter_not_found');
  // What others wrote is not lost to them with somebody's story.
  if (chapter.story.deleted) {
    const isGuest = isAuthor(actor, chapter) && actor.id !== chapter.story.creatorId;
    return isGuest ? allow : deny('chapter_not_found');
  }
  // What is written for a round is seen by others when it stands in it, and then elsewhere.
  if (chapter.isSubmission && chapter.status === 'draft' && !isAuthor(actor, chapter)) return deny('chapter_not_found');
  const isUnsent = chapter.status === 'draft' || chapter.editStatus === 'draft';
  const isCreator = actor.id === chapter.story.creatorId && !isUnsent && chapter.status !== 'hidden';
  return isAuthor(actor, chapter) || isCreator || isModerator(actor) ? allow : deny('chapter_not_found');
}

/** What readers had before it was hidden: its author and moderators (product §4). */
export function canReadHiddenText(actor: Actor | null, chapter: ChapterFacts): Decision {
  const isHidden = isPublicChapter(chapter) && chapter.status === 'hidden';
  return isHidden && (isAuthor(actor, chapter) || isModerator(actor)) ? allow : deny('chapter_not_found');
}

function ownChapter(actor: Actor | null, chapter: ChapterFacts): Decision {
  if (isAuthor(actor, chapter)) return chapter.deleted || chapter.story.deleted ? deny('chapter_not_found') : allow;
  return isPublicChapter(chapter) ? deny('forbidden') : deny('chapter_not_found');
}

/** Where a chapter may be begun: in a published story, or as the first one of a story that is still a draft. */
export function canCreateChapter<Facts extends ModeFacts>(
  actor: Actor | null,
  facts: Facts,
  mode: Pick<WritingModeRules<Facts>, 'canWrite'>,
  parentId: string | null,
): Decision {
  const { story } = facts;
  const isCreator = actor !== null && actor.id === story.creatorId;
  if (!isPublicStory(story) && (story.deleted || !isCreator)) return deny('story_not_found');
  if (story.status === 'banned') return deny('wrong_state');
  return mode.canWrite(actor, facts, parentId);
}

/**
 * While a review runs nothing is changed under the reviewer's eyes. A hidden chapter can be mended: the edit goes through
 * its review, and stays as hidden as the text was until somebody lifts the decision.
 */
export function canEditChapter(actor: Actor | null, chapter: ChapterFacts): Decision {
  const own = ownChapter(actor, chapter);
  if (!own.ok) return own;
  if (chapter.story.status === 'banned') return deny('wrong_state');
  return chapter.status === 'pending' || chapter.editStatus === 'pending' ? deny('chapter_in_review') : allow;
}

/** Only chapters of published stories are submitted by themselves; the first one goes with its story. */
export function canSubmitChapter(actor: Actor | null, chapter: ChapterFacts): Decision {
  const editable = canEditChapter(actor, chapter);
  if (!editable.ok) return editable;
  if (!isPublicStory(chapter.story)) return deny('wrong_state');
  // It enters its round instead, and is no chapter before it has won.
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

/** Drafts and rejected chapters are the author's to delete; what was published stays with the story. */
export function canDeleteChapter(actor: Actor | null, chapter: ChapterFacts): Decision {
  const own = ownChapter(actor, chapter);
  if (!own.ok) return own;
  // A submission goes with its round.
  if (chapter.isSubmission) return deny('wrong_state');
  return chapter.status === 'draft' || chapter.status === 'rejected' ? allow : deny('wrong_state');
}

export function canUndeleteChapter(actor: Actor | null, chapter: ChapterFacts): Decision {
  return isAuthor(actor, chapter) && chapter.deleted && !chapter.story.deleted ? allow : deny('chapter_not_found');
}

/** Throwing the unpublished edit of a published chapter away. */
export function canDiscardChapterEdit(actor: Actor | null, chapter: ChapterFacts): Decision {
  const editable = canEditChapter(actor, chapter);
  return editable.ok && chapter.editStatus === null ? deny('wrong_state') : editable;
}
