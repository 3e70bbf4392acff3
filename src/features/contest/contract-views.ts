import * as z from 'zod/mini';
import { errorCode, id, isoTime } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { Byline } from '#features/accounts/contract.ts';
import { chapterDraft, chapterEditorData } from '#features/chapters/contract-drafts.ts';
import type { ChapterFields } from '#features/chapters/model/chapter-field-list.ts';
import { ChapterDocument } from '#features/chapters/model/document-schema.ts';
import { REVIEW_STATES } from '#features/moderation/model/review-status.ts';
import { Finding } from '#features/moderation/model/screening/findings.ts';
import { ROUND_STATUSES } from './model/round-status.ts';
import { SUBMISSION_STATUSES } from './model/submission-status.ts';

/** An author, with their number in the order of joining. */
const NumberedAuthor = z.strictObject({ ...Byline.shape, number: z.int() });
export type NumberedAuthor = z.output<typeof NumberedAuthor>;

/** Public view of a round. Until the round is completed, it has no names and no vote counts. */
export const RoundView = z.strictObject({
  id,
  storyId: id,
  number: z.int(),
  /** Current status, even if no tick has saved it yet. */
  status: z.enum(ROUND_STATUSES),
  /** Status `writing`, but the time for entries is over. Voting starts after the last reviews. */
  closed: z.boolean(),
  /** Planned start. Null to start as soon as there are enough writers. */
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
  /** Current participants of the story who can write. */
  participantCount: z.int(),
  /** Submitted entries that weren’t rejected. From the start of voting: entries on the ballot. */
  entryCount: z.int(),
  /** Null until the round is completed and the next tick has counted the votes. */
  result: z.nullable(
    z.strictObject({
      votes: z.int(),
      /** Null if no entry won. */
      winner: z.nullable(
        z.strictObject({
          submissionId: id,
          /** Null if the winning chapter is hidden. */
          title: z.nullable(z.string()),
          chapter: z.strictObject({ id, number: z.int() }),
          author: z.nullable(NumberedAuthor),
          votes: z.int(),
        }),
      ),
      /** Participant numbers of the authors of all entries, most votes first. */
      participantNumbers: z.array(z.int()),
    }),
  ),
});
export type RoundView = z.output<typeof RoundView>;

/** The story, as shown on the pages of a round. */
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

/**
 * An anonymous entry on the ballot, without time and votes. Its letter is the one for visitors who aren’t logged in.
 */
export const BallotItem = z.strictObject({
  id,
  letter: z.string(),
  title: z.string(),
  summary: z.string(),
  units: z.int(),
});
export type BallotItem = z.output<typeof BallotItem>;

/** The text of an entry, during and after voting. */
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

/** An entry in the result. Results are sorted by votes, most first. */
export const ResultEntry = z.strictObject({
  id,
  /** Empty if the winning chapter is hidden, like all of its text. */
  title: z.string(),
  summary: z.string(),
  units: z.int(),
  author: NumberedAuthor,
  votes: z.int(),
  isWinner: z.boolean(),
  /** Approved after voting had ended: shown, but not voted on. */
  isLate: z.boolean(),
  /** The first paragraphs. */
  opening: z.array(z.string()),
});
export type ResultEntry = z.output<typeof ResultEntry>;

/** What the caller may do about the rounds of a story. */
export const ContestState = z.strictObject({
  isParticipant: z.boolean(),
  can: z.strictObject({ createRound: z.boolean() }),
  /** Why `can.createRound` is false for the creator, else null. */
  refusal: z.nullable(errorCode),
  /** How many more writers are needed to start a round. */
  missing: z.int(),
});
export type ContestState = z.output<typeof ContestState>;

const OwnEntry = z.strictObject({
  id,
  status: z.enum(SUBMISSION_STATUSES),
  /** Of the submitted version, or of the draft if none was submitted. */
  title: z.string(),
  units: z.int(),
  savedAt: isoTime,
  submittedAt: z.nullable(isoTime),
  /** The draft is newer than the submitted version. */
  hasUnsentChanges: z.boolean(),
  reason: z.nullable(z.string()),
});
export type OwnEntry = z.output<typeof OwnEntry>;

/** The caller’s state in a round. */
export const RoundViewerState = z.strictObject({
  isParticipant: z.boolean(),
  can: z.strictObject({
    /** Change the start of the round, or cancel it. */
    change: z.boolean(),
    /** Create an entry. Also joins the story if joining is open. */
    enter: z.boolean(),
    vote: z.boolean(),
  }),
  /** Why `can.vote` is false, else null. */
  refusal: z.nullable(errorCode),
  /** The caller’s own entry. It isn’t on their ballot. */
  entry: z.nullable(OwnEntry),
  /** During voting: the ballot in the caller’s own order, with the caller’s own letters. */
  ballot: z.array(z.strictObject({ id, letter: z.string() })),
  /** The ballot items that the caller has opened, and how many they need to open. */
  opened: z.array(id),
  needed: z.int(),
  /** The entry that the caller voted for. Also returned after voting. */
  vote: z.nullable(id),
});
export type RoundViewerState = z.output<typeof RoundViewerState>;

/** One of the caller’s entries, with its draft. */
export const submissionView = (fields: ChapterFields) =>
  z.strictObject({
    id,
    roundId: id,
    storyId: id,
    /** Status of the submitted version. */
    status: z.enum(SUBMISSION_STATUSES),
    /** The submitted version. Null until one was submitted. */
    version: z.nullable(z.int()),
    submittedAt: z.nullable(isoTime),
    /** Null until the round is completed. */
    votes: z.nullable(z.int()),
    /** Why the entry was rejected or disqualified. */
    rejectionReason: z.nullable(z.string()),
    review: z.nullable(
      z.strictObject({ state: z.enum(REVIEW_STATES), submittedAt: isoTime, findings: z.array(Finding) }),
    ),
    /** Saved with `chapter/update` and versioned like any chapter draft. Becomes a chapter if the entry wins. */
    draft: chapterDraft(fields),
    can: z.strictObject({ edit: z.boolean(), submit: z.boolean(), withdraw: z.boolean() }),
  });
export type SubmissionView = z.output<ReturnType<typeof submissionView>>;

/** The data for the entry editor. */
export const entryEditorData = (fields: ChapterFields) =>
  z.strictObject({
    round: RoundView,
    story: chapterEditorData(fields).shape.story,
    submission: z.nullable(submissionView(fields)),
    /** Whether the caller may create an entry. */
    canEnter: z.boolean(),
    /** Why `canEnter` is false, else null. */
    refusal: z.nullable(errorCode),
    /** The chapter number that the winner will get. */
    number: z.int(),
    before: chapterEditorData(fields).shape.before,
  });
export type EntryEditorData = z.output<ReturnType<typeof entryEditorData>>;

/** One of the caller’s entries, in a list. */
export const OwnSubmission = z.strictObject({
  ...OwnEntry.shape,
  storyId: id,
  storyTitle: z.string(),
  language: z.enum(LANGUAGES),
  roundId: id,
  roundNumber: z.int(),
  roundStatus: z.enum(ROUND_STATUSES),
  /** When the current phase of the round ends. Null if it has no end. */
  phaseEndsAt: z.nullable(isoTime),
  /** Null until the round is completed. */
  votes: z.nullable(z.int()),
  isWinner: z.boolean(),
});
export type OwnSubmission = z.output<typeof OwnSubmission>;

/** The course of a vote, for moderators. Contains no individual votes. */
export const RoundAudit = z.strictObject({
  round: RoundView,
  storyTitle: z.string(),
  language: z.enum(LANGUAGES),
  votes: z.int(),
  /** Votes by the time of their last change, in intervals of equal length. */
  overTime: z.array(z.strictObject({ from: isoTime, votes: z.int() })),
  entries: z.array(
    z.strictObject({
      id,
      title: z.string(),
      author: z.strictObject({ id, username: z.string(), slug: z.string() }),
      status: z.enum(SUBMISSION_STATUSES),
      votes: z.int(),
      /** Age of the voters’ accounts when voting started, youngest first. */
      ages: z.array(z.strictObject({ age: z.enum(['day', 'week', 'month', 'older']), votes: z.int() })),
      /** Why the caller can’t disqualify the entry, else null. */
      blocker: z.nullable(errorCode),
    }),
  ),
});
export type RoundAudit = z.output<typeof RoundAudit>;
