import * as z from 'zod/mini';
import { endpoint, nothing } from '#core/endpoint.ts';
import { cursor, id, isoTime, pageLimit } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { WRITING_MODES } from '#features/modes.ts';
import { OwnStory, StoryCard } from '#features/stories/contract.ts';
import { INTERACTIONS, NEXT_KINDS, WAITING_KINDS } from '#features/stories/model/member-work.ts';
import { PROGRESSES } from '#features/stories/model/story-status.ts';
import { INVITE_STATES, USER_PARTS } from './model/profile-lists.ts';

const language = z.enum(LANGUAGES);

/** Counts stop at 100, which is shown as 99+. */
const Counts = z.strictObject({
  created: z.int(),
  joined: z.int(),
  interactions: z.int(),
  reviewing: z.int(),
});
export type Counts = z.output<typeof Counts>;

/** The most urgent thing to do in a story. */
const Next = z.strictObject({
  kind: z.enum(NEXT_KINDS),
  /** The draft to continue. */
  chapterId: z.nullable(id),
  /** The round to write or vote in. */
  roundId: z.nullable(id),
  /** The deadline. Null if there is none. */
  until: z.nullable(isoTime),
  /** Number of pending applications, at most 100. 0 if `kind` isn’t `applications`. */
  count: z.int(),
});
export type Next = z.output<typeof Next>;

/** The participants and the current writer, as its participants see them. */
const StoryActivity = z.strictObject({
  next: z.nullable(Next),
  participantCount: z.int(),
  participantLimit: z.nullable(z.int()),
  /** Name of the current writer of a relay. Null if it is the caller. */
  writer: z.nullable(z.string()),
});
export type StoryActivity = z.output<typeof StoryActivity>;

export const CreatedStory = z.strictObject({
  ...OwnStory.shape,
  ...StoryActivity.shape,
  /** Number of readers in the last 30 days, as in the statistics of the story. */
  readersInMonth: z.int(),
});
export type CreatedStory = z.output<typeof CreatedStory>;

/** A story by another member. */
const ListedStory = z.strictObject({
  id,
  title: z.string(),
  titleLanguage: language,
  mode: z.enum(WRITING_MODES),
  progress: z.enum(PROGRESSES),
  coverUrl: z.string(),
  creator: z.strictObject({ username: z.string(), slug: z.string() }),
  chapterCount: z.int(),
});

export const JoinedStory = z.strictObject({ ...ListedStory.shape, ...StoryActivity.shape, joinedAt: isoTime });
export type JoinedStory = z.output<typeof JoinedStory>;

export const Interaction = z.strictObject({
  ...ListedStory.shape,
  /** What the member did with the story, without duplicates. */
  kinds: z.array(z.enum(INTERACTIONS)),
  /** Time of the last interaction. */
  at: isoTime,
});
export type Interaction = z.output<typeof Interaction>;

/** A text by the member that is in review. */
export const WaitingText = z.strictObject({
  id,
  kind: z.enum(WAITING_KINDS),
  storyId: id,
  chapterId: z.nullable(id),
  roundId: z.nullable(id),
  title: z.string(),
  storyTitle: z.string(),
  language,
  /** Target language of a translation. */
  into: z.nullable(language),
  isEdit: z.boolean(),
  /** True if a moderator or reviewer has to decide; false during the automatic check. */
  byPerson: z.boolean(),
  submittedAt: isoTime,
});
export type WaitingText = z.output<typeof WaitingText>;

/** What a public profile shows besides the account. */
export const UserWork = z.strictObject({
  writesIn: z.array(language),
  reviews: z.array(language),
  /** Counts stop at 100. */
  begun: z.int(),
  writtenIn: z.int(),
});
export type UserWork = z.output<typeof UserWork>;

/** What a member has translated of one story into one language. */
export const UserTranslation = z.strictObject({
  storyId: id,
  title: z.string(),
  titleLanguage: language,
  originalTitle: z.string(),
  original: language,
  language,
  mode: z.enum(WRITING_MODES),
  creator: z.strictObject({ username: z.string(), slug: z.string() }),
  /** Number of chapters that this member has translated, out of `chapterCount`. */
  done: z.int(),
  chapterCount: z.int(),
  at: isoTime,
});
export type UserTranslation = z.output<typeof UserTranslation>;

/** A deleted story of the caller that can still be restored. */
export const DeletedStory = z.strictObject({
  id,
  /** Empty if the story had no title yet. */
  title: z.string(),
  language,
  /** Time until which it can be restored. */
  until: isoTime,
});
export type DeletedStory = z.output<typeof DeletedStory>;

/** A story of the caller that a member could be invited to. */
export const InviteChoice = z.strictObject({
  id,
  title: z.string(),
  language,
  mode: z.enum(WRITING_MODES),
  standing: z.enum(INVITE_STATES),
});
export type InviteChoice = z.output<typeof InviteChoice>;

/** Something that the member has to do, in their language. */
export const Need = z.strictObject({
  /** Unique in the list. */
  key: z.string(),
  mode: z.enum(WRITING_MODES),
  storyId: id,
  title: z.string(),
  titleLanguage: language,
  /** False if the story has no public page. */
  isPublic: z.boolean(),
  text: z.string(),
  /** The label of the link, and its URL on this site. */
  act: z.string(),
  target: z.string(),
  /** The deadline. Null if there is none. */
  until: z.nullable(isoTime),
  since: isoTime,
});
export type Need = z.output<typeof Need>;

const Needs = z.strictObject({
  items: z.array(Need),
  /** The label of the button that shows the rest. Null if all fit. */
  more: z.nullable(z.string()),
});
export type Needs = z.output<typeof Needs>;

const MEMBER_ERRORS = ['login_required', 'banned'] as const;
const page = z.strictObject({ cursor, limit: pageLimit });

export const profileApi = {
  counts: endpoint({
    method: 'GET',
    path: 'profile/counts',
    access: 'member',
    summary: 'Returns the lengths of the lists on the caller’s own profile, at most 100.',
    input: nothing,
    response: Counts,
    errors: MEMBER_ERRORS,
  }),
  created: endpoint({
    method: 'GET',
    path: 'profile/created',
    access: 'member',
    summary: 'Lists the stories that the caller created, newest first, each with what to do next.',
    input: page,
    response: z.array(CreatedStory),
    list: true,
    errors: MEMBER_ERRORS,
  }),
  deleted: endpoint({
    method: 'GET',
    path: 'profile/deleted',
    access: 'member',
    summary: 'Lists the caller’s deleted stories that can be restored, last deleted first.',
    input: page,
    response: z.array(DeletedStory),
    list: true,
    errors: MEMBER_ERRORS,
  }),
  joined: endpoint({
    method: 'GET',
    path: 'profile/joined',
    access: 'member',
    summary: 'Lists stories of others that the caller writes in, last joined first, each with what to do next.',
    input: page,
    response: z.array(JoinedStory),
    list: true,
    errors: MEMBER_ERRORS,
  }),
  interactions: endpoint({
    method: 'GET',
    path: 'profile/interactions',
    access: 'member',
    summary:
      'Lists stories of others that the caller voted in, translated, applied to, or read in 90 days, newest first.',
    input: page,
    response: z.array(Interaction),
    list: true,
    errors: MEMBER_ERRORS,
  }),
  reviewing: endpoint({
    method: 'GET',
    path: 'profile/reviewing',
    access: 'member',
    summary: 'Lists the caller’s own texts and translations that are in review, newest first.',
    input: page,
    response: z.array(WaitingText),
    list: true,
    errors: MEMBER_ERRORS,
  }),
  needs: endpoint({
    method: 'GET',
    path: 'profile/needs',
    access: 'member',
    summary: 'Lists what the caller has to do, by deadline, then by age. At most 30 items.',
    input: nothing,
    response: Needs,
    errors: MEMBER_ERRORS,
  }),
  invitable: endpoint({
    method: 'GET',
    path: 'profile/invitable',
    access: 'member',
    summary:
      'Lists the caller’s 50 newest stories that a member could be invited to, and that member’s status in each.',
    input: z.strictObject({ userId: id }),
    response: z.array(InviteChoice),
    errors: MEMBER_ERRORS,
  }),
  work: endpoint({
    method: 'GET',
    path: 'user/work',
    access: 'public',
    summary: 'Returns what a member writes and reviews, and in which languages. Not for suspended members.',
    input: z.strictObject({ userId: id }),
    response: UserWork,
    errors: ['user_not_found'],
  }),
  stories: endpoint({
    method: 'GET',
    path: 'user/stories',
    access: 'public',
    summary: 'Lists stories that a member created or writes in, newest first, with titles in the caller’s language.',
    input: z.strictObject({ userId: id, part: z._default(z.enum(USER_PARTS), 'begun'), cursor, limit: pageLimit }),
    response: z.array(StoryCard),
    list: true,
    errors: ['user_not_found'],
  }),
  translations: endpoint({
    method: 'GET',
    path: 'user/translations',
    access: 'public',
    summary: 'Lists a member’s published translations by story and language, newest first.',
    input: z.strictObject({ userId: id, cursor, limit: pageLimit }),
    response: z.array(UserTranslation),
    list: true,
    errors: ['user_not_found'],
  }),
};
