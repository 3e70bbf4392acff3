import * as z from 'zod/mini';
import { endpoint, nothing } from '#core/endpoint.ts';
import { cursor, id, isoTime, pageLimit } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { OwnStory, StoryCard } from '#features/stories/contract.ts';
import { PROGRESSES } from '#features/stories/model/story-status.ts';
import { WRITING_MODES } from '#features/stories/model/writing-mode.ts';
import { INTERACTIONS, INVITE_STATES, NEXT_KINDS, USER_PARTS, WAITING_KINDS } from './model/profile-lists.ts';

const language = z.enum(LANGUAGES);

/** Counts stop at 100, which is shown as 99+. */
const Counts = z.strictObject({
  created: z.int(),
  joined: z.int(),
  interactions: z.int(),
  reviewing: z.int(),
});
export type Counts = z.output<typeof Counts>;

/** The one thing to do next in a story. */
const Next = z.strictObject({
  kind: z.enum(NEXT_KINDS),
  /** Of the draft to go on with. */
  chapterId: z.nullable(id),
  /** Of the round to write or vote in. */
  roundId: z.nullable(id),
  /** When it is too late; null where no clock runs. */
  until: z.nullable(isoTime),
  /** How many applications wait, 100 at most; 0 for what is no application. */
  count: z.int(),
});
export type Next = z.output<typeof Next>;

/** Who takes part and whose turn it is, for those who do. */
const StoryActivity = z.strictObject({
  next: z.nullable(Next),
  participantCount: z.int(),
  participantLimit: z.nullable(z.int()),
  /** Whose turn it is in a relay, if it is somebody else's. */
  writer: z.nullable(z.string()),
});
export type StoryActivity = z.output<typeof StoryActivity>;

export const CreatedStory = z.strictObject({ ...OwnStory.shape, ...StoryActivity.shape });
export type CreatedStory = z.output<typeof CreatedStory>;

/** A story of somebody else. */
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
  /** What the member did with it, each once. */
  kinds: z.array(z.enum(INTERACTIONS)),
  /** When they last did. */
  at: isoTime,
});
export type Interaction = z.output<typeof Interaction>;

/** A text of the member that somebody reads before the world does. */
export const WaitingText = z.strictObject({
  id,
  kind: z.enum(WAITING_KINDS),
  storyId: id,
  chapterId: z.nullable(id),
  roundId: z.nullable(id),
  title: z.string(),
  storyTitle: z.string(),
  language,
  /** Of a translation: what it is translated into. */
  into: z.nullable(language),
  isEdit: z.boolean(),
  /** A person reads it, or has to; before that the automatic check does. */
  byPerson: z.boolean(),
  submittedAt: isoTime,
});
export type WaitingText = z.output<typeof WaitingText>;

/** What a public profile says beside the account. */
export const UserWork = z.strictObject({
  writesIn: z.array(language),
  reviews: z.array(language),
  /** Counts stop at 100. */
  begun: z.int(),
  writtenIn: z.int(),
});
export type UserWork = z.output<typeof UserWork>;

/** What a member has translated of a story into a language. */
export const UserTranslation = z.strictObject({
  storyId: id,
  title: z.string(),
  titleLanguage: language,
  originalTitle: z.string(),
  original: language,
  language,
  mode: z.enum(WRITING_MODES),
  creator: z.strictObject({ username: z.string(), slug: z.string() }),
  /** Chapters by this member, of those that the story has. */
  done: z.int(),
  chapterCount: z.int(),
  at: isoTime,
});
export type UserTranslation = z.output<typeof UserTranslation>;

/** An own story that was deleted and can still be brought back. */
export const DeletedStory = z.strictObject({
  id,
  /** Empty while the story had no title. */
  title: z.string(),
  language,
  /** Until then; afterwards it is gone. */
  until: isoTime,
});
export type DeletedStory = z.output<typeof DeletedStory>;

/** An own story that somebody could be asked into. */
export const InviteChoice = z.strictObject({
  id,
  title: z.string(),
  language,
  mode: z.enum(WRITING_MODES),
  standing: z.enum(INVITE_STATES),
});
export type InviteChoice = z.output<typeof InviteChoice>;

const MEMBER_ERRORS = ['login_required', 'banned'] as const;
const page = z.strictObject({ cursor, limit: pageLimit });

export const profileApi = {
  counts: endpoint({
    method: 'GET',
    path: 'profile/counts',
    access: 'member',
    summary: 'How long the lists of the caller’s own profile are; 100 at most.',
    input: nothing,
    response: Counts,
    errors: MEMBER_ERRORS,
  }),
  created: endpoint({
    method: 'GET',
    path: 'profile/created',
    access: 'member',
    summary: 'The stories that the caller began, newest first, each with what to do next.',
    input: page,
    response: z.array(CreatedStory),
    list: true,
    errors: MEMBER_ERRORS,
  }),
  deleted: endpoint({
    method: 'GET',
    path: 'profile/deleted',
    access: 'member',
    summary: 'The stories that the caller has deleted and can bring back, deleted last first.',
    input: page,
    response: z.array(DeletedStory),
    list: true,
    errors: MEMBER_ERRORS,
  }),
  joined: endpoint({
    method: 'GET',
    path: 'profile/joined',
    access: 'member',
    summary: 'Stories of others that the caller writes in, those joined last first, each with what to do next.',
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
      'Stories of others that the caller voted in, translated, applied to, or read in the last 90 days; newest first.',
    input: page,
    response: z.array(Interaction),
    list: true,
    errors: MEMBER_ERRORS,
  }),
  reviewing: endpoint({
    method: 'GET',
    path: 'profile/reviewing',
    access: 'member',
    summary: 'The caller’s own texts and translations that wait for review, newest first.',
    input: page,
    response: z.array(WaitingText),
    list: true,
    errors: MEMBER_ERRORS,
  }),
  invitable: endpoint({
    method: 'GET',
    path: 'profile/invitable',
    access: 'member',
    summary:
      'The caller’s newest 50 stories that a member could be asked into, and where that member stands with each.',
    input: z.strictObject({ userId: id }),
    response: z.array(InviteChoice),
    errors: MEMBER_ERRORS,
  }),
  work: endpoint({
    method: 'GET',
    path: 'user/work',
    access: 'public',
    summary: 'What a member writes and reviews, and in which languages. Nothing of who is suspended.',
    input: z.strictObject({ userId: id }),
    response: UserWork,
    errors: ['user_not_found'],
  }),
  stories: endpoint({
    method: 'GET',
    path: 'user/stories',
    access: 'public',
    summary: 'Stories that a member began, or has written in, with titles in the language of the call; newest first.',
    input: z.strictObject({ userId: id, part: z._default(z.enum(USER_PARTS), 'begun'), cursor, limit: pageLimit }),
    response: z.array(StoryCard),
    list: true,
    errors: ['user_not_found'],
  }),
  translations: endpoint({
    method: 'GET',
    path: 'user/translations',
    access: 'public',
    summary: 'What a member has translated and readers see, by story and language, newest first.',
    input: z.strictObject({ userId: id, cursor, limit: pageLimit }),
    response: z.array(UserTranslation),
    list: true,
    errors: ['user_not_found'],
  }),
};
