import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { cursor, id, isoTime, pageLimit, versionNumber } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { Byline } from '#features/accounts/contract.ts';
import { WRITING_MODES } from '#features/modes.ts';
import { WritingPlace } from '#features/stories/contract.ts';
import { EDIT_STATUSES, PROGRESSES } from '#features/stories/model/story-status.ts';
import { chapterDraft, chapterEditorData } from './contract-drafts.ts';
import { publishedShape, savedShape } from './contract-fields.ts';
import { ChapterSave } from './contract-save.ts';
import { type ChapterFields, chapterFields } from './model/chapter-field-list.ts';
import { content } from './model/chapter-fields.ts';
import { CHAPTER_STATUSES, HIDDEN_BY, REVISION_KINDS } from './model/chapter-status.ts';
import { ChapterDocument } from './model/document-schema.ts';
import { WRITE_REFUSALS } from './model/write-refusals.ts';

export type { ChapterDraft, ChapterEditorData } from './contract-drafts.ts';

const neighbour = { id, number: z.int(), title: z.string() };
const PUBLIC_STATUS = z.enum(['approved', 'hidden']);
const HiddenBy = z.nullable(z.enum(HIDDEN_BY));

/** A chapter as anyone reads it. A hidden one keeps its number and its neighbors, without its fields and text. */
const chapterView = (fields: ChapterFields) =>
  z.strictObject({
    id,
    status: PUBLIC_STATUS,
    number: z.int(),
    /** The choice is null in linear stories, for chapter 1 and for a hidden chapter. */
    ...publishedShape(fields),
    /** The text as an editor document, and as plain text. */
    content: z.nullable(ChapterDocument),
    text: z.nullable(z.string()),
    /** The language of the text in this response. */
    language: z.enum(LANGUAGES),
    units: z.int(),
    publishedAt: isoTime,
    /** When it was hidden, and who did it: a moderator, or its author by taking it down. Null unless it is hidden. */
    hiddenAt: z.nullable(isoTime),
    hiddenBy: HiddenBy,
    author: z.nullable(Byline),
    /** The author’s number among the writers of the story. */
    authorNumber: z.nullable(z.int()),
    /** The nearest readable chapters, and the first words of the next one. */
    previous: z.nullable(z.strictObject(neighbour)),
    next: z.nullable(z.strictObject({ ...neighbour, opening: z.nullable(z.string()) })),
    story: z.strictObject({
      id,
      title: z.string(),
      description: z.string(),
      mode: z.enum(WRITING_MODES),
      progress: z.enum(PROGRESSES),
      language: z.enum(LANGUAGES),
      coverUrl: z.string(),
      socialImageUrl: z.string(),
      chapterCount: z.int(),
    }),
  });
export type ChapterView = z.output<ReturnType<typeof chapterView>>;

/** A chapter in the chapter list of a story. */
export const ChapterEntry = z.strictObject({
  id,
  /** Position in a linear story, or depth in the tree. */
  number: z.int(),
  /** The preceding chapter in a tree. Null in linear stories and for chapter 1. */
  parentId: z.nullable(id),
  status: PUBLIC_STATUS,
  title: z.nullable(z.string()),
  summary: z.nullable(z.string()),
  choice: z.nullable(z.string()),
  units: z.int(),
  publishedAt: isoTime,
  author: z.nullable(z.strictObject({ id, username: z.string(), slug: z.string() })),
  /** Null unless it is hidden. */
  hiddenBy: HiddenBy,
});
export type ChapterEntry = z.output<typeof ChapterEntry>;

/** The published text of a hidden chapter. */
const HiddenText = z.strictObject({
  title: z.string(),
  summary: z.string(),
  choice: z.nullable(z.string()),
  content: ChapterDocument,
  /** Its author, for the decision of a moderator. */
  author: z.strictObject({ id, username: z.string() }),
});
export type HiddenText = z.output<typeof HiddenText>;

/** What the caller can do with a chapter that they read. */
export const ChapterViewerState = z.strictObject({
  can: z.strictObject({ edit: z.boolean(), takeDown: z.boolean() }),
  /** True if the caller has taken it down. */
  takenDown: z.boolean(),
  writeNext: z.nullable(WritingPlace),
  /** The caller’s own unsubmitted chapter in this story. */
  draft: z.nullable(
    z.strictObject({ id, title: z.string(), status: z.enum(CHAPTER_STATUSES), canSubmit: z.boolean() }),
  ),
});
export type ChapterViewerState = z.output<typeof ChapterViewerState>;

const Revision = z.strictObject({
  revision: z.int(),
  kind: z.enum(REVISION_KINDS),
  title: z.string(),
  units: z.int(),
  createdAt: isoTime,
});
export type RevisionEntry = z.output<typeof Revision>;
const RevisionText = z.strictObject({ ...Revision.shape, summary: z.string(), content: ChapterDocument });
export type RevisionText = z.output<typeof RevisionText>;

/** The caller’s own chapter that is not public, for the lists on their profile and on the story page. */
export const OwnChapter = z.strictObject({
  id,
  storyId: id,
  storyTitle: z.string(),
  language: z.enum(LANGUAGES),
  number: z.nullable(z.int()),
  title: z.string(),
  status: z.enum(CHAPTER_STATUSES),
  editStatus: z.nullable(z.enum(EDIT_STATUSES)),
  /** Published before, and taken down by the caller. */
  takenDown: z.boolean(),
  units: z.int(),
  savedAt: isoTime,
});
export type OwnChapter = z.output<typeof OwnChapter>;

const MEMBER_ERRORS = ['login_required', 'banned'] as const;
const OWN_ERRORS = [...MEMBER_ERRORS, 'chapter_not_found', 'forbidden', 'wrong_state'] as const;
const byId = z.strictObject({ chapterId: id });
const version = versionNumber;

/** The calls about chapters, whose input and response have these fields. */
export function chapterCalls(fields: ChapterFields) {
  const ChapterView = chapterView(fields);
  const ChapterDraft = chapterDraft(fields);
  const ChapterEditorData = chapterEditorData(fields);
  return {
    create: endpoint({
      method: 'POST',
      path: 'chapter/create',
      access: 'member',
      summary: 'Creates a chapter as a draft.',
      input: z.strictObject({
        storyId: id,
        parentChapterId: z.optional(id),
        ...savedShape(fields),
        content: z.optional(content),
        /**
         * Creates it even if it can’t be submitted now, because someone took the turn or the place while the caller typed
         * the first words.
         */
        keep: z.optional(z.boolean()),
      }),
      response: ChapterDraft,
      longText: true,
      errors: [...MEMBER_ERRORS, ...WRITE_REFUSALS, 'too_many_drafts'],
    }),
    move: endpoint({
      method: 'POST',
      path: 'chapter/move',
      access: 'member',
      summary: 'Moves a draft or a rejected chapter of a branching story after another chapter.',
      input: z.strictObject({ chapterId: id, parentChapterId: id }),
      response: ChapterDraft,
      errors: [...MEMBER_ERRORS, ...WRITE_REFUSALS, 'chapter_in_review'],
    }),
    update: endpoint({
      method: 'POST',
      path: 'chapter/update',
      access: 'member',
      limit: 'save',
      summary: 'Saves the given fields. A stale version is refused with the current text.',
      input: z.strictObject({
        chapterId: id,
        version,
        ...savedShape(fields),
        content: z.optional(content),
        /** Saves the current text as a version first. For authors who chose between two texts. */
        keepPresent: z.optional(z.boolean()),
      }),
      response: ChapterSave,
      longText: true,
      errors: [...OWN_ERRORS, 'chapter_in_review', 'chapter_changed'],
    }),
    submit: endpoint({
      method: 'POST',
      path: 'chapter/submit',
      access: 'member',
      summary: 'Submits the chapter, or the edit of a published one, for review.',
      input: z.strictObject({
        chapterId: id,
        version: z.optional(version),
        nextAuthorId: z.optional(id),
        /**
         * The caller’s own draft or rejected chapter that is in the way of a line: `details.chapterId` of
         * `previous_chapter_missing`. It gives up its number, and this chapter is submitted without it.
         */
        inPlaceOf: z.optional(id),
        /** Applies to an edit. If true, publishing it doesn’t make translations out of date. */
        isMinorEdit: z.optional(z.boolean()),
      }),
      response: ChapterDraft,
      limit: 'submit',
      errors: [
        ...MEMBER_ERRORS,
        ...WRITE_REFUSALS,
        'chapter_in_review',
        'previous_chapter_missing',
        'save_changes_first',
      ],
    }),
    withdraw: endpoint({
      method: 'POST',
      path: 'chapter/withdraw',
      access: 'member',
      summary: 'Withdraws the chapter from review.',
      input: byId,
      response: ChapterDraft,
      errors: OWN_ERRORS,
    }),
    discardEdit: endpoint({
      method: 'POST',
      path: 'chapter/discard_edit',
      access: 'member',
      summary: 'Discards the unpublished edit of a published chapter.',
      input: byId,
      response: ChapterDraft,
      errors: [...OWN_ERRORS, 'chapter_in_review'],
    }),
    takeDown: endpoint({
      method: 'POST',
      path: 'chapter/take_down',
      access: 'member',
      summary:
        'Takes a published chapter down. Its author has it as a draft, and submits it to publish it again. To all others it is hidden.',
      input: byId,
      response: ChapterDraft,
      errors: [...OWN_ERRORS, 'chapter_in_review', 'chapter_hidden', 'won_in_round'],
    }),
    delete: endpoint({
      method: 'POST',
      path: 'chapter/delete',
      access: 'member',
      summary: 'Deletes a draft or a rejected chapter. It can be restored for 30 days.',
      input: byId,
      response: done,
      errors: OWN_ERRORS,
    }),
    undelete: endpoint({
      method: 'POST',
      path: 'chapter/undelete',
      access: 'member',
      summary: 'Restores a deleted draft.',
      input: byId,
      response: done,
      errors: [...MEMBER_ERRORS, 'chapter_not_found'],
    }),
    detail: endpoint({
      method: 'GET',
      path: 'chapter/detail',
      access: 'public',
      summary: 'Returns a published chapter with its neighbors.',
      input: z.strictObject({ chapterId: id }),
      response: ChapterView,
      errors: ['chapter_not_found'],
    }),
    list: endpoint({
      method: 'GET',
      path: 'chapter/list',
      access: 'public',
      summary: 'Lists the published chapters of a story.',
      input: z.strictObject({
        storyId: id,
        order: z._default(z.enum(['first', 'newest']), 'first'),
        cursor,
        limit: pageLimit,
      }),
      response: z.array(ChapterEntry),
      list: true,
      errors: ['story_not_found'],
    }),
    draft: endpoint({
      method: 'GET',
      path: 'chapter/draft',
      access: 'member',
      summary: 'Returns the draft of a chapter.',
      input: byId,
      response: ChapterDraft,
      errors: [...MEMBER_ERRORS, 'chapter_not_found'],
    }),
    hiddenText: endpoint({
      method: 'GET',
      path: 'chapter/hidden_text',
      access: 'member',
      summary: 'Returns the published text of a hidden chapter, for its author and moderators.',
      input: byId,
      response: HiddenText,
      errors: [...MEMBER_ERRORS, 'chapter_not_found'],
    }),
    editor: endpoint({
      method: 'GET',
      path: 'chapter/editor',
      access: 'member',
      summary: 'Returns the data for the chapter editor: the draft to continue, and its context.',
      input: z.strictObject({ storyId: id, chapterId: z.optional(id), parentChapterId: z.optional(id) }),
      response: ChapterEditorData,
      errors: [...MEMBER_ERRORS, 'story_not_found', 'chapter_not_found'],
    }),
    viewerState: endpoint({
      method: 'GET',
      path: 'chapter/viewer_state',
      access: 'member',
      summary: 'Returns what the caller can do with a chapter.',
      input: byId,
      response: ChapterViewerState,
      errors: [...MEMBER_ERRORS, 'chapter_not_found'],
    }),
    listOwn: endpoint({
      method: 'GET',
      path: 'chapter/list_own',
      access: 'member',
      summary:
        'Lists the caller’s unpublished chapters, optionally of one story, of own stories or of those of others.',
      input: z.strictObject({
        storyId: z.optional(id),
        within: z.optional(z.enum(['own', 'others'])),
        cursor,
        limit: pageLimit,
      }),
      response: z.array(OwnChapter),
      list: true,
      errors: MEMBER_ERRORS,
    }),
    revisions: endpoint({
      method: 'GET',
      path: 'chapter/list_revisions',
      access: 'member',
      summary: 'Lists earlier versions of a chapter, newest first.',
      input: z.strictObject({ chapterId: id, cursor, limit: pageLimit }),
      response: z.array(Revision),
      list: true,
      errors: OWN_ERRORS,
    }),
    revision: endpoint({
      method: 'GET',
      path: 'chapter/revision',
      access: 'member',
      summary: 'Returns the text of an earlier version.',
      input: z.strictObject({ chapterId: id, revision: z.pipe(z.coerce.number(), versionNumber) }),
      response: RevisionText,
      errors: [...OWN_ERRORS, 'revision_not_found'],
    }),
    restoreRevision: endpoint({
      method: 'POST',
      path: 'chapter/restore_revision',
      access: 'member',
      summary: 'Restores an earlier version as the draft. The current draft is saved as a version first.',
      input: z.strictObject({ chapterId: id, version, revision: versionNumber }),
      response: ChapterDraft,
      errors: [...OWN_ERRORS, 'chapter_in_review', 'chapter_changed', 'revision_not_found'],
    }),
  };
}

/** The calls for callers. The fields of later features are only in their types, as in `storyApi`. */
export const chapterApi = chapterCalls(chapterFields as ChapterFields);
