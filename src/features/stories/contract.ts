import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { cursor, errorCode, id, isoTime, pageLimit, versionNumber } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { byName, keysOf } from '#core/records.ts';
import { Byline } from '#features/accounts/contract.ts';
import { REVIEW_STATES } from '#features/moderation/model/review-status.ts';
import { Finding } from '#features/moderation/model/screening/findings.ts';
import { MODES, WRITING_MODES } from '#features/modes.ts';
import { settingInputs, settingViews } from './model/setting-fields.ts';
import {
  fieldOf,
  publishedNames,
  type ShownFieldName,
  type StoryFieldName,
  type StoryFields,
  shownNames,
  storyFields,
} from './model/story-field-list.ts';
import { categoryCode } from './model/story-fields.ts';
import { EDIT_STATUSES, PROGRESSES, STORY_STATUSES } from './model/story-status.ts';

type SavedShape<F extends StoryFieldName> = { [Name in F]: z.ZodMiniOptional<StoryFields[Name]['schema']> };
type ShownShape = { [Name in ShownFieldName]: NonNullable<StoryFields[Name]['view']> };

const savedShape = <F extends StoryFieldName>(fields: StoryFields, names: readonly F[]) =>
  byName<SavedShape<F>>(names, (name) => z.optional(fields[name].schema));

const shownShape = (fields: StoryFields) =>
  byName<ShownShape>(shownNames(fields), (name) => fieldOf(fields, name).view);
const mode = z.enum(WRITING_MODES, { error: 'mode_empty' });

/** A published story, as anyone sees it. */
const storyView = (fields: StoryFields) =>
  z.strictObject({
    id,
    mode: z.enum(WRITING_MODES),
    status: z.literal('published'),
    ...shownShape(fields),
    /** The names of the categories, in the language of the request. */
    categoryNames: z.array(z.string()),
    coverUrl: z.string(),
    /** For social cards: the uploaded cover, or the threads of the drawn cover without its text. */
    socialImageUrl: z.string(),
    creator: Byline,
    /** Number of published chapters, and their total length in units. */
    chapterCount: z.int(),
    unitCount: z.int(),
    /** The settings that only some modes have. Null in other modes. */
    ...settingViews(MODES),
    /** Number of writers, including the creator. */
    participantCount: z.int(),
    publishedAt: isoTime,
    continuedAt: z.nullable(isoTime),
  });
export type StoryView = z.output<ReturnType<typeof storyView>>;

/** A story in a list. */
export const StoryCard = z.strictObject({
  id,
  title: z.string(),
  description: z.string(),
  /** Language of title and description in this response: that of the story, or that of a translation. */
  titleLanguage: z.enum(LANGUAGES),
  mode: z.enum(WRITING_MODES),
  progress: z.enum(PROGRESSES),
  language: z.enum(LANGUAGES),
  categories: z.array(categoryCode),
  coverUrl: z.string(),
  creator: z.strictObject({ id, username: z.string(), slug: z.string() }),
  chapterCount: z.int(),
  /** When the story was first listed, and when its last chapter was published. */
  listedAt: isoTime,
  continuedAt: isoTime,
  /** The chapter that was published last. */
  latest: z.nullable(
    z.strictObject({
      id,
      number: z.int(),
      title: z.string(),
      titleLanguage: z.enum(LANGUAGES),
      author: z.strictObject({ username: z.string(), slug: z.string() }),
    }),
  ),
});
export type StoryCard = z.output<typeof StoryCard>;

/** State of the last submission, for its author. */
const ReviewView = z.strictObject({
  state: z.enum(REVIEW_STATES),
  submittedAt: isoTime,
  /** The moderator’s reason for a rejection. */
  reason: z.nullable(z.string()),
});

/** The draft, for those who may edit it. */
const storyDraft = (fields: StoryFields) =>
  z.strictObject({
    id,
    /** Moderators can read the draft too. Only the creator can edit it. */
    creatorId: id,
    mode: z.enum(WRITING_MODES),
    status: z.enum(STORY_STATUSES),
    editStatus: z.nullable(z.enum(EDIT_STATUSES)),
    ...shownShape(fields),
    coverUrl: z.string(),
    /** False while the cover is the drawn one. */
    coverUploaded: z.boolean(),
    /** The settings that only some modes have. Null in other modes. */
    ...settingViews(MODES),
    version: z.int(),
    savedAt: isoTime,
    /** With the findings of the automatic check, so that the author knows why a moderator reviews it. */
    review: z.nullable(z.strictObject({ ...ReviewView.shape, findings: z.array(Finding) })),
  });
export type StoryDraft = z.output<ReturnType<typeof storyDraft>>;

/** A story in its creator’s own list. */
export const OwnStory = z.strictObject({
  id,
  title: z.string(),
  mode: z.enum(WRITING_MODES),
  status: z.enum(STORY_STATUSES),
  editStatus: z.nullable(z.enum(EDIT_STATUSES)),
  progress: z.enum(PROGRESSES),
  language: z.enum(LANGUAGES),
  coverUrl: z.string(),
  chapterCount: z.int(),
  savedAt: isoTime,
  review: z.nullable(ReviewView),
});
export type OwnStory = z.output<typeof OwnStory>;

const Can = z.strictObject({
  edit: z.boolean(),
  setRules: z.boolean(),
  submit: z.boolean(),
  withdraw: z.boolean(),
  delete: z.boolean(),
  /** Invite writers, and decide about applications. */
  invite: z.boolean(),
  /** Apply to join. If joining is open, this joins right away. */
  apply: z.boolean(),
  leave: z.boolean(),
  /** See how many people read it, and how far. */
  seeStatistics: z.boolean(),
  /** Take down content that others wrote about it. */
  moderate: z.boolean(),
});
/** The caller’s relation to a story. */
export const Membership = z.strictObject({
  isParticipant: z.boolean(),
  /** The open request between the caller and the creator. */
  request: z.nullable(
    z.strictObject({
      kind: z.enum(['invitation', 'application']),
      /** The message for answering an invitation. Null for an application that the caller sent. */
      messageId: z.nullable(id),
      expiresAt: isoTime,
    }),
  ),
  /** Why `can.apply` is false, as an error code. Null if there is nothing helpful to show. */
  refusal: z.nullable(errorCode),
});
export type Membership = z.output<typeof Membership>;
/** Where the caller can write a chapter now: after `parentChapterId`, or at the end of the story if it is null. */
export const WritingPlace = z.strictObject({ parentChapterId: z.nullable(id) });
export type WritingPlace = z.output<typeof WritingPlace>;
export const ViewerState = z.strictObject({
  can: Can,
  writeNext: z.nullable(WritingPlace),
  membership: Membership,
});
export type ViewerState = z.output<typeof ViewerState>;

const MEMBER_ERRORS = ['login_required', 'banned'] as const;
const OWN_ERRORS = [...MEMBER_ERRORS, 'story_not_found', 'forbidden', 'wrong_state'] as const;
const byId = z.strictObject({ storyId: id });

/** The calls about stories, whose input and response have these fields. */
export function storyCalls(fields: StoryFields) {
  const StoryView = storyView(fields);
  const StoryDraft = storyDraft(fields);
  return {
    create: endpoint({
      method: 'POST',
      path: 'story/create',
      access: 'member',
      summary: 'Creates a story as a draft. Its writing mode can’t be changed later.',
      input: z.strictObject({
        ...savedShape(fields, publishedNames(fields)),
        title: fields.title.schema,
        mode,
      }),
      response: StoryDraft,
      limit: 'create_story',
      errors: [...MEMBER_ERRORS, 'too_many_drafts'],
    }),
    update: endpoint({
      method: 'POST',
      path: 'story/update',
      access: 'member',
      limit: 'save',
      summary:
        'Saves the given fields. Texts of a published story change only with approval; progress and lengths right away.',
      input: z.strictObject({
        storyId: id,
        /** The version that the caller edited; without it the last save wins. */
        version: z.optional(versionNumber),
        mode: z.optional(mode),
        ...savedShape(fields, keysOf(fields)),
        ...settingInputs(MODES),
      }),
      response: StoryDraft,
      errors: [...OWN_ERRORS, 'story_in_review', 'story_mode_fixed', 'conflict'],
    }),
    uploadCover: endpoint({
      method: 'POST',
      path: 'story/upload_cover',
      access: 'member',
      summary: 'Sets the cover from an image below 1 MB. It is converted to a 2:3 WebP.',
      input: byId,
      response: StoryDraft,
      upload: true,
      limit: 'upload',
      errors: [
        ...OWN_ERRORS,
        'story_in_review',
        'image_too_large',
        'image_type_refused',
        'image_unreadable',
        'image_too_many_pixels',
        'image_too_small',
      ],
    }),
    removeCover: endpoint({
      method: 'POST',
      path: 'story/remove_cover',
      access: 'member',
      summary: 'Restores the drawn cover.',
      input: byId,
      response: StoryDraft,
      errors: [...OWN_ERRORS, 'story_in_review'],
    }),
    submit: endpoint({
      method: 'POST',
      path: 'story/submit',
      access: 'member',
      summary: 'Submits the story for review, together with its first chapter if there is one.',
      input: z.strictObject({
        storyId: id,
        /** Applies to an edit. If true, publishing it doesn’t make translations out of date. */
        isMinorEdit: z.optional(z.boolean()),
      }),
      response: StoryDraft,
      limit: 'submit',
      errors: [...OWN_ERRORS, 'story_in_review'],
    }),
    withdraw: endpoint({
      method: 'POST',
      path: 'story/withdraw',
      access: 'member',
      summary: 'Withdraws the story from review.',
      input: byId,
      response: StoryDraft,
      errors: OWN_ERRORS,
    }),
    discardEdit: endpoint({
      method: 'POST',
      path: 'story/discard_edit',
      access: 'member',
      summary: 'Discards the unpublished edit of a published story.',
      input: byId,
      response: StoryDraft,
      errors: [...OWN_ERRORS, 'story_in_review'],
    }),
    delete: endpoint({
      method: 'POST',
      path: 'story/delete',
      access: 'member',
      summary: 'Deletes the story. It can be restored for 30 days.',
      input: byId,
      response: done,
      errors: [...OWN_ERRORS, 'round_running'],
    }),
    undelete: endpoint({
      method: 'POST',
      path: 'story/undelete',
      access: 'member',
      summary: 'Restores a deleted story.',
      input: byId,
      response: done,
      errors: [...MEMBER_ERRORS, 'story_not_found'],
    }),
    detail: endpoint({
      method: 'GET',
      path: 'story/detail',
      access: 'public',
      summary: 'Returns a published story.',
      input: byId,
      response: StoryView,
      errors: ['story_not_found'],
    }),
    draft: endpoint({
      method: 'GET',
      path: 'story/draft',
      access: 'member',
      summary: 'Returns the draft of a story, for its creator and for moderators.',
      input: byId,
      response: StoryDraft,
      errors: [...MEMBER_ERRORS, 'story_not_found'],
    }),
    listOwn: endpoint({
      method: 'GET',
      path: 'story/list_own',
      access: 'member',
      summary: 'Lists the stories that the caller created, newest first.',
      input: z.strictObject({ cursor, limit: pageLimit }),
      response: z.array(OwnStory),
      list: true,
      errors: MEMBER_ERRORS,
    }),
    listByUser: endpoint({
      method: 'GET',
      path: 'story/list_by_user',
      access: 'public',
      summary: 'Lists the published stories that a member created, newest first.',
      input: z.strictObject({ userId: id, cursor, limit: pageLimit }),
      response: z.array(StoryCard),
      list: true,
      errors: [],
    }),
    viewerState: endpoint({
      method: 'GET',
      path: 'story/viewer_state',
      access: 'member',
      summary: 'Returns what the caller can do with a story.',
      input: byId,
      response: ViewerState,
      errors: [...MEMBER_ERRORS, 'story_not_found'],
    }),
  };
}

/**
 * The calls for callers. The fields of later features are only in their types: no caller needs their schemas, and the
 * server makes its routes with the fields of all features (`storyRoutes`).
 */
export const storyApi = storyCalls(storyFields as StoryFields);
