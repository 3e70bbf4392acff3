import * as z from 'zod/mini';
import { id, isoTime } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { REVIEW_STATES } from '#features/moderation/model/review-status.ts';
import { Finding } from '#features/moderation/model/screening/findings.ts';
import { WRITING_MODES } from '#features/modes.ts';
import { EDIT_STATUSES } from '#features/stories/model/story-status.ts';
import { shownShape } from './contract-fields.ts';
import { Can } from './contract-save.ts';
import type { ChapterFields } from './model/chapter-field-list.ts';
import { CHAPTER_STATUSES } from './model/chapter-status.ts';
import { ChapterDocument } from './model/document-schema.ts';

const ReviewView = z.strictObject({
  state: z.enum(REVIEW_STATES),
  submittedAt: isoTime,
  reason: z.nullable(z.string()),
  /** Why the pre-review escalated it, so that its author knows what a moderator is asked. */
  findings: z.array(Finding),
});

/** The draft, for those who may edit it. */
export const chapterDraft = (fields: ChapterFields) =>
  z.strictObject({
    id,
    storyId: id,
    status: z.enum(CHAPTER_STATUSES),
    editStatus: z.nullable(z.enum(EDIT_STATUSES)),
    /** Its author has taken it down. The draft is what is submitted to publish it again. */
    takenDown: z.boolean(),
    number: z.nullable(z.int()),
    /**
     * The preceding chapter in a tree. Null in linear stories and for chapter 1. A chapter with a parent needs a choice.
     */
    parentId: z.nullable(id),
    ...shownShape(fields),
    content: ChapterDocument,
    units: z.int(),
    /** 0 while a published chapter has no edit. */
    version: z.int(),
    savedAt: isoTime,
    review: z.nullable(ReviewView),
    can: Can,
  });
export type ChapterDraft = z.output<ReturnType<typeof chapterDraft>>;

/** The data for the chapter editor. */
export const chapterEditorData = (fields: ChapterFields) =>
  z.strictObject({
    story: z.strictObject({
      id,
      title: z.string(),
      mode: z.enum(WRITING_MODES),
      language: z.enum(LANGUAGES),
      minUnits: z.int(),
      maxUnits: z.int(),
      isPublished: z.boolean(),
    }),
    /**
     * The draft to continue, after the given parent: the newest rejected one, else the newest. Null for a new chapter.
     */
    draft: z.nullable(chapterDraft(fields)),
    /** The language that the draft seems to be written in. Null if the text is short or the language is unclear. */
    draftLanguage: z.nullable(z.enum(LANGUAGES)),
    /** False if the caller may not start a chapter here. */
    canWrite: z.boolean(),
    /** True if the caller isn’t a participant yet, but could write here after joining. */
    canJoin: z.boolean(),
    /** The number that a new chapter would get: its position, or its depth in the tree. */
    number: z.int(),
    /** The preceding chapter in a tree. With one, the new chapter needs a choice. */
    parentId: z.nullable(id),
    /** The last paragraphs of the preceding chapter. */
    before: z.nullable(
      z.strictObject({ id, number: z.int(), title: z.string(), author: z.string(), ending: z.array(z.string()) }),
    ),
  });
export type ChapterEditorData = z.output<ReturnType<typeof chapterEditorData>>;
