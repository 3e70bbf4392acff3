import type { Actor } from '#core/actor.ts';
import type { Decision } from '#core/decision.ts';
import type { FieldIssue } from '#core/errors.ts';
import { type FoundReview, getReviewState } from '#features/moderation/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { ChapterDraft } from '../contract.ts';
import { missingChapterFields } from '../model/chapter-fields.ts';
import {
  type ChapterFacts,
  canDeleteChapter,
  canDiscardChapterEdit,
  canEditChapter,
  canSubmitChapter,
  canTakeDownChapter,
  canWithdrawChapter,
} from '../model/chapter-policy.ts';
import { shownValues } from './chapter-columns.ts';
import type { ChapterRecord } from './chapters.repo.ts';
import { maySubmit } from './may-write.ts';

/** `requested`: its review, if the caller has just requested it. */
export async function toChapterDraft(ctx: Ctx, chapter: ChapterRecord, requested?: FoundReview): Promise<ChapterDraft> {
  const { copy, facts } = chapter;
  const review = requested ?? (await reviewOf(ctx, chapter));
  return {
    id: chapter.id,
    storyId: chapter.storyId,
    status: facts.status,
    editStatus: facts.editStatus,
    takenDown: facts.takenDown,
    number: chapter.number,
    parentId: chapter.parentId,
    ...shownValues(ctx.chapterFields, copy),
    content: copy.document,
    units: copy.units,
    version: copy.version,
    savedAt: copy.savedAt.toISOString(),
    review: review && { ...review, submittedAt: review.submittedAt.toISOString() },
    can: canOf(ctx.actor, facts, await maySubmit(ctx, chapter)),
  };
}

function canOf(actor: Actor | null, facts: ChapterFacts, submit: Decision): ChapterDraft['can'] {
  return {
    edit: canEditChapter(actor, facts).ok,
    submit: submit.ok,
    withdraw: canWithdrawChapter(actor, facts).ok,
    takeDown: canTakeDownChapter(actor, facts).ok,
    delete: canDeleteChapter(actor, facts).ok,
    discardEdit: canDiscardChapterEdit(actor, facts).ok,
  };
}

/** Returns what the caller may do with the edit of a published chapter. The writing mode doesn't restrict edits. */
export function canOfEdit(actor: Actor | null, facts: ChapterFacts): ChapterDraft['can'] {
  return canOf(actor, facts, canSubmitChapter(actor, facts));
}

/** The first chapter gets its number when it is reviewed with its story, so it has the review state of the story. */
async function reviewOf(ctx: Ctx, { id, storyId, number }: ChapterRecord): Promise<FoundReview | null> {
  const own = await getReviewState(ctx, 'chapter', id);
  return own ?? (number === null ? null : getReviewState(ctx, 'story', storyId, { withEdits: false }));
}

/** Returns what is missing before the draft can be submitted. Empty if it is complete. */
export function missingFieldsOf({ copy, parentId, story }: ChapterRecord): Record<string, FieldIssue> {
  const { choice, ...text } = copy;
  return missingChapterFields(parentId === null ? text : { ...text, choice }, story, story.published.language);
}
