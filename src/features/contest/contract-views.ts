import * as z from 'zod/mini';
import { ERROR_CODES } from '#core/errors.ts';
import { id, isoTime } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { Byline } from '#features/accounts/contract.ts';
import { ChapterDraft, ChapterEditorData } from '#features/chapters/contract.ts';
import { ChapterDocument } from '#features/chapters/model/document-schema.ts';
import { REVIEW_STATES } from '#features/moderation/model/review-status.ts';
import { Finding } from '#features/moderation/model/screening/findings.ts';
import { ROUND_STATUSES } from './model/round-status.ts';
import { SUBMISSION_STATUSES } from './model/submission-status.ts';

/** An author with the number of their order of joining; null where their name is not to be shown. */
const NumberedAuthor = z.strictObject({ ...Byline.shape, number: z.int() });
export type NumberedAuthor = z.output<typeof NumberedAuthor>;

/** A round as everyone sees it. Until it is completed it names nobody and counts no vote. */
export const RoundView = z.strictObject({
  id,
  storyId: id,
  number: z.int(),
  /** As it is at this moment, also where no tick has written it yet. */
  status: z.enum(ROUND_STATUSES),
  /** `writing`: time is up, and the vote waits for the last reviews. */
  closed: z.boolean(),
  /** When it is to start; null for as soon as enough take part. */
  startsAt: z.nullable(isoTime),
  startedAt: z.nullable(isoTime),
  writingEndsAt: z.nullable(isoTime),
  votingStartedAt: z.nullable(isoTime),
  votingEndsAt: z.nullable(isoTime),
  completedAt: z.nullable(isoTime),
  writingHours: z.int(),
  votingHours: z.int(),
  minUnits: z.int(),
  maxUnits: z.int(),
  minParticipants: z.int(),
  /** Who take part in the story now, and can write. */
  participantCount: z.int(),
  /** Entries that were submitted and not refused; from the vote on those on the ballot. */
  entryCount: z.int(),
  /** What became of it; null until it is completed and counted, which the next tick does. */
  result: z.nullable(
    z.strictObject({
      votes: z.int(),
      /** Null where nobody won. */
      winner: z.nullable(
        z.strictObject({
          submissionId: id,
          /** Null where its chapter is hidden. */
          title: z.nullable(z.string()),
          chapter: z.strictObject({ id, number: z.int() }),
          author: z.nullable(NumberedAuthor),
          votes: z.int(),
        }),
      ),
      /** The participant numbers of those who entered, most votes first. */
      participantNumbers: z.array(z.int()),
    }),
  ),
});
export type RoundView = z.output<typeof RoundView>;

/** What the pages of a round say of its story. */
const RoundStory = z.strictObject({
  id,
  title: z.string(),
  description: z.string(),
  language: z.enum(LANGUAGES),
  creator: Byline,
  coverUrl: z.string(),
  socialImageUrl: z.string(),
});
export const RoundDetail = z.strictObject({ ...RoundView.shape, story: RoundStory });
export type RoundDetail = z.output<typeof RoundDetail>;

/** An entry on the ballot: no name, no time, no count. The letter is that of everyone who is not signed in. */
export const BallotItem = z.strictObject({
  id,
  letter: z.string(),
  title: z.string(),
  summary: z.string(),
  units: z.int(),
});
export type BallotItem = z.output<typeof BallotItem>;

/** An entry as it is read, during the vote and after it. */
export const EntryText = z.strictObject({
  id,
  roundId: id,
  title: z.string(),
  summary: z.string(),
  units: z.int(),
  language: z.enum(LANGUAGES),
  content: ChapterDocument,
  text: z.string(),
  /** Null until the round is completed. */
  author: z.nullable(NumberedAuthor),
  votes: z.nullable(z.int()),
});
export type EntryText = z.output<typeof EntryText>;

/** An entry in the result, most votes first. */
export const ResultEntry = z.strictObject({
  id,
  /** Empty, as all of its text, where the chapter that won is hidden. */
  title: z.string(),
  summary: z.string(),
  units: z.int(),
  author: NumberedAuthor,
  votes: z.int(),
  isWinner: z.boolean(),
  /** Reviewed when the vote was over: it is shown and was not voted on. */
  isLate: z.boolean(),
  /** Its first paragraphs. */
  opening: z.array(z.string()),
});
export type ResultEntry = z.output<typeof ResultEntry>;

/** What the caller may do about the rounds of a story. */
export const ContestState = z.strictObject({
  isParticipant: z.boolean(),
  can: z.strictObject({ createRound: z.boolean() }),
  /** Why `can.createRound` is false for the creator; null otherwise. */
  refusal: z.nullable(z.enum(ERROR_CODES)),
  /** How many more have to take part before a round can start. */
  missing: z.int(),
});
export type ContestState = z.output<typeof ContestState>;

const OwnEntry = z.strictObject({
  id,
  status: z.enum(SUBMISSION_STATUSES),
  /** Of the version that was submitted; of the working copy until one was. */
  title: z.string(),
  units: z.int(),
  savedAt: isoTime,
  submittedAt: z.nullable(isoTime),
  /** The working copy is newer than what stands in the round. */
  hasUnsentChanges: z.boolean(),
  reason: z.nullable(z.string()),
});
export type OwnEntry = z.output<typeof OwnEntry>;

/** Where the caller stands with a round. */
export const RoundViewerState = z.strictObject({
  isParticipant: z.boolean(),
  can: z.strictObject({
    /** Move its start, or give it up. */
    change: z.boolean(),
    /** Begin an entry, which lets them in where joining is open. */
    enter: z.boolean(),
    vote: z.boolean(),
  }),
  /** Why `can.vote` is false; null where it is true. */
  refusal: z.nullable(z.enum(ERROR_CODES)),
  /** The caller's own entry; it is not on their ballot. */
  entry: z.nullable(OwnEntry),
  /** During the vote: the ballot in the caller's own order, with the letters that are theirs. */
  ballot: z.array(z.strictObject({ id, letter: z.string() })),
  /** Of those, the ones that they have opened, and how many they need to. */
  opened: z.array(id),
  needed: z.int(),
  /** The entry that they voted for. After the vote still theirs to see. */
  vote: z.nullable(id),
});
export type RoundViewerState = z.output<typeof RoundViewerState>;

/** An own entry with its working copy, as its author writes on it. */
export const SubmissionView = z.strictObject({
  id,
  roundId: id,
  storyId: id,
  /** Of the version last submitted. */
  status: z.enum(SUBMISSION_STATUSES),
  /** The version that stands in the round; null until one was submitted. */
  version: z.nullable(z.int()),
  submittedAt: z.nullable(isoTime),
  /** Null until the round is completed. */
  votes: z.nullable(z.int()),
  /** Why it was sent back or taken out. */
  rejectionReason: z.nullable(z.string()),
  review: z.nullable(
    z.strictObject({ state: z.enum(REVIEW_STATES), submittedAt: isoTime, findings: z.array(Finding) }),
  ),
  /** Saved by `chapter/update`, with the versions of any chapter; it becomes one if it wins. */
  draft: ChapterDraft,
  can: z.strictObject({ edit: z.boolean(), submit: z.boolean(), withdraw: z.boolean() }),
});
export type SubmissionView = z.output<typeof SubmissionView>;

/** What the entry editor opens. */
export const EntryEditorData = z.strictObject({
  round: RoundView,
  story: ChapterEditorData.shape.story,
  submission: z.nullable(SubmissionView),
  /** May the caller begin one? */
  canEnter: z.boolean(),
  /** Why not; null where they may. */
  refusal: z.nullable(z.enum(ERROR_CODES)),
  /** The place that the winner will have. */
  number: z.int(),
  before: ChapterEditorData.shape.before,
});
export type EntryEditorData = z.output<typeof EntryEditorData>;

/** An own submission in a list. */
export const OwnSubmission = z.strictObject({
  ...OwnEntry.shape,
  storyId: id,
  storyTitle: z.string(),
  language: z.enum(LANGUAGES),
  roundId: id,
  roundNumber: z.int(),
  roundStatus: z.enum(ROUND_STATUSES),
  /** When the present phase of the round ends; null where nothing is due. */
  phaseEndsAt: z.nullable(isoTime),
  /** Null until the round is completed. */
  votes: z.nullable(z.int()),
  isWinner: z.boolean(),
});
export type OwnSubmission = z.output<typeof OwnSubmission>;

/** How a vote went, for moderators; nobody's vote is in it. */
export const RoundAudit = z.strictObject({
  round: RoundView,
  storyTitle: z.string(),
  language: z.enum(LANGUAGES),
  votes: z.int(),
  /** Votes by when they were last changed, in equal parts of the vote. */
  overTime: z.array(z.strictObject({ from: isoTime, votes: z.int() })),
  entries: z.array(
    z.strictObject({
      id,
      title: z.string(),
      author: z.strictObject({ id, username: z.string(), slug: z.string() }),
      status: z.enum(SUBMISSION_STATUSES),
      votes: z.int(),
      /** How old the accounts were that voted for it when the vote began, youngest first. */
      ages: z.array(z.strictObject({ age: z.enum(['day', 'week', 'month', 'older']), votes: z.int() })),
      /** Why the caller cannot take it out; null where they can. */
      blocker: z.nullable(z.enum(ERROR_CODES)),
    }),
  ),
});
export type RoundAudit = z.output<typeof RoundAudit>;
