import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { cursor, id, isoTime, lines, pageLimit, versionNumber } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { Byline } from '#features/accounts/contract.ts';
import { ChapterDraft, WritingDesk } from '#features/chapters/contract.ts';
import * as fields from '#features/chapters/model/chapter-fields.ts';
import { ChapterDocument } from '#features/chapters/model/document.ts';
import { REASON_MAX, REASON_MIN } from '#features/moderation/model/moderation-limits.ts';
import { REVIEW_STATES } from '#features/moderation/model/review-status.ts';
import { Mark } from '#features/moderation/model/screening/marks.ts';
import { ROUND_STATUSES } from './model/round-status.ts';
import { SUBMISSION_STATUSES } from './model/submission-status.ts';

/** An author with the yarn of their order of joining; null where their name is not to be shown. */
const Hand = z.strictObject({ ...Byline.shape, number: z.int() });
export type Hand = z.output<typeof Hand>;

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
          author: z.nullable(Hand),
          votes: z.int(),
        }),
      ),
      /** The yarns of those who entered, most votes first. */
      yarns: z.array(z.int()),
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
const Lot = z.strictObject({ id, letter: z.string(), title: z.string(), summary: z.string(), units: z.int() });
export type Lot = z.output<typeof Lot>;

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
  author: z.nullable(Hand),
  votes: z.nullable(z.int()),
});
export type EntryText = z.output<typeof EntryText>;

/** An entry in the result, most votes first. */
const ResultEntry = z.strictObject({
  id,
  /** Empty, as all of its text, where the chapter that won is hidden. */
  title: z.string(),
  summary: z.string(),
  units: z.int(),
  author: Hand,
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
  /** Of the working copy. */
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
  review: z.nullable(z.strictObject({ state: z.enum(REVIEW_STATES), submittedAt: isoTime, marks: z.array(Mark) })),
  /** Saved by `chapter/update`, with the versions of any chapter; it becomes one if it wins. */
  draft: ChapterDraft,
  can: z.strictObject({ edit: z.boolean(), submit: z.boolean(), withdraw: z.boolean() }),
});
export type SubmissionView = z.output<typeof SubmissionView>;

/** What the submission's writing room opens. */
export const SubmissionDesk = z.strictObject({
  round: RoundView,
  story: WritingDesk.shape.story,
  submission: z.nullable(SubmissionView),
  /** May the caller begin one? */
  canEnter: z.boolean(),
  /** Why not; null where they may. */
  refusal: z.nullable(z.enum(ERROR_CODES)),
  /** The place that the winner will have. */
  number: z.int(),
  before: WritingDesk.shape.before,
});
export type SubmissionDesk = z.output<typeof SubmissionDesk>;

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
      obstacle: z.nullable(z.enum(ERROR_CODES)),
    }),
  ),
});
export type RoundAudit = z.output<typeof RoundAudit>;

const MEMBER_ERRORS = ['login_required', 'banned'] as const;
const ENTRY_ERRORS = [
  ...MEMBER_ERRORS,
  'submission_not_found',
  'round_not_found',
  'writing_closed',
  'wrong_state',
] as const;
const VOTE_ERRORS = [...MEMBER_ERRORS, 'round_not_found', 'voting_closed'] as const;
const byStory = z.strictObject({ storyId: id });
const byRound = z.strictObject({ roundId: id });
const bySubmission = z.strictObject({ submissionId: id });
const startsAt = z.nullable(isoTime);

export const contestApi = {
  createRound: endpoint({
    method: 'POST',
    path: 'round/create',
    access: 'member',
    summary: 'The creator begins a round: now, at a time, or (with `startsAt: null`) as soon as enough take part.',
    input: z.strictObject({ storyId: id, start: z.enum(['now', 'when_enough', 'at']), startsAt: z.optional(isoTime) }),
    response: RoundView,
    limit: 'round',
    errors: [
      ...MEMBER_ERRORS,
      'story_not_found',
      'forbidden',
      'wrong_state',
      'first_chapter_missing',
      'round_unfinished',
      'too_few_participants',
    ],
  }),
  updateRound: endpoint({
    method: 'POST',
    path: 'round/update',
    access: 'member',
    summary: 'Moves the start of a round that has not begun; null starts it as soon as enough take part.',
    input: z.strictObject({ roundId: id, startsAt }),
    response: RoundView,
    errors: [...MEMBER_ERRORS, 'round_not_found', 'forbidden', 'wrong_state'],
  }),
  deleteRound: endpoint({
    method: 'POST',
    path: 'round/delete',
    access: 'member',
    summary: 'Gives up a round that has not begun.',
    input: byRound,
    response: done,
    errors: [...MEMBER_ERRORS, 'round_not_found', 'forbidden', 'wrong_state'],
  }),
  rounds: endpoint({
    method: 'GET',
    path: 'round/list',
    access: 'public',
    summary: 'The rounds of a story, newest first.',
    input: z.strictObject({ storyId: id, cursor, limit: pageLimit }),
    response: z.array(RoundView),
    list: true,
    errors: ['story_not_found'],
  }),
  standings: endpoint({
    method: 'GET',
    path: 'round/standings',
    access: 'public',
    summary: 'Who entered how many completed rounds of a story, and won how many.',
    input: byStory,
    response: z.array(z.strictObject({ userId: id, wins: z.int(), entries: z.int() })),
    errors: ['story_not_found'],
  }),
  round: endpoint({
    method: 'GET',
    path: 'round/detail',
    access: 'public',
    summary: 'A round with its story.',
    input: byRound,
    response: RoundDetail,
    errors: ['round_not_found'],
  }),
  ballot: endpoint({
    method: 'GET',
    path: 'round/ballot',
    access: 'public',
    summary: 'The entries that can be voted for, in the order of everyone who is not signed in.',
    input: byRound,
    response: z.array(Lot),
    errors: ['round_not_found', 'voting_closed'],
  }),
  entry: endpoint({
    method: 'GET',
    path: 'round/entry',
    access: 'public',
    summary: 'The text of an entry, during the vote and after it.',
    input: bySubmission,
    response: EntryText,
    errors: ['submission_not_found'],
  }),
  result: endpoint({
    method: 'GET',
    path: 'round/result',
    access: 'public',
    summary: 'All entries of a completed round with their authors and votes, most votes first.',
    input: byRound,
    response: z.array(ResultEntry),
    errors: ['round_not_found', 'wrong_state'],
  }),
  contestState: endpoint({
    method: 'GET',
    path: 'round/contest_state',
    access: 'member',
    summary: 'What the caller may do about the rounds of a story.',
    input: byStory,
    response: ContestState,
    errors: [...MEMBER_ERRORS, 'story_not_found'],
  }),
  viewerState: endpoint({
    method: 'GET',
    path: 'round/viewer_state',
    access: 'member',
    summary: 'Where the caller stands with a round: own entry, ballot, what they opened, their vote.',
    input: byRound,
    response: RoundViewerState,
    errors: [...MEMBER_ERRORS, 'round_not_found'],
  }),
  markOpened: endpoint({
    method: 'POST',
    path: 'round/mark_opened',
    access: 'member',
    summary: 'Notes entries as opened. What is not on the ballot is passed over.',
    input: z.strictObject({ roundId: id, submissionIds: z.array(id).check(z.minLength(1), z.maxLength(50)) }),
    response: done,
    errors: VOTE_ERRORS,
  }),
  castVote: endpoint({
    method: 'POST',
    path: 'vote/cast',
    access: 'member',
    summary: 'Votes for an entry, in the place of an earlier vote.',
    input: z.strictObject({ roundId: id, submissionId: id }),
    response: done,
    limit: 'vote',
    errors: [...VOTE_ERRORS, 'submission_not_found', 'own_entry', 'account_too_new', 'entries_unopened'],
  }),
  cancelVote: endpoint({
    method: 'POST',
    path: 'vote/cancel',
    access: 'member',
    summary: 'Takes the vote back. Without one nothing happens.',
    input: byRound,
    response: done,
    limit: 'vote',
    errors: VOTE_ERRORS,
  }),
  desk: endpoint({
    method: 'GET',
    path: 'submission/desk',
    access: 'member',
    summary: 'What the writing room of a submission opens.',
    input: z.strictObject({ storyId: id, roundId: id }),
    response: SubmissionDesk,
    errors: [...MEMBER_ERRORS, 'round_not_found'],
  }),
  createSubmission: endpoint({
    method: 'POST',
    path: 'submission/create',
    access: 'member',
    summary: 'Begins an entry as a draft; where joining is open it lets the caller in. With one already, answers that.',
    input: z.strictObject({
      roundId: id,
      title: z.optional(fields.chapterTitle),
      summary: z.optional(fields.summary),
      content: z.optional(fields.content),
    }),
    response: SubmissionView,
    longText: true,
    errors: [
      ...MEMBER_ERRORS,
      'round_not_found',
      'wrong_state',
      'writing_closed',
      'not_participant',
      'story_full',
      'reapply_later',
    ],
  }),
  submission: endpoint({
    method: 'GET',
    path: 'submission/detail',
    access: 'member',
    summary: 'An own entry with its working copy.',
    input: bySubmission,
    response: SubmissionView,
    errors: [...MEMBER_ERRORS, 'submission_not_found'],
  }),
  submit: endpoint({
    method: 'POST',
    path: 'submission/submit',
    access: 'member',
    summary: 'Sends the working copy to review and puts it into the round, in the place of what stood there.',
    input: z.strictObject({ submissionId: id, version: z.optional(versionNumber) }),
    response: SubmissionView,
    limit: 'submit',
    errors: [...ENTRY_ERRORS, 'not_participant', 'save_changes_first'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: 'submission/withdraw',
    access: 'member',
    summary: 'Takes the entry out of the round while writing is open; its text stays a draft.',
    input: bySubmission,
    response: SubmissionView,
    errors: ENTRY_ERRORS,
  }),
  listOwn: endpoint({
    method: 'GET',
    path: 'submission/list_own',
    access: 'member',
    summary: 'The caller’s entries, newest first; of one story where it is named.',
    input: z.strictObject({ storyId: z.optional(id), cursor, limit: pageLimit }),
    response: z.array(OwnSubmission),
    list: true,
    errors: MEMBER_ERRORS,
  }),
  disqualify: endpoint({
    method: 'POST',
    path: 'moderation/disqualify',
    access: 'moderator',
    summary: 'Takes an entry out of its round for a reason; its author and those who voted for it are told.',
    input: z.strictObject({
      submissionId: id,
      reason: lines({
        min: REASON_MIN,
        max: REASON_MAX,
        empty: 'reason_empty',
        tooShort: 'reason_too_short',
        tooLong: 'reason_too_long',
      }),
    }),
    response: done,
    errors: [...MEMBER_ERRORS, 'forbidden', 'submission_not_found', 'own_work', 'wrong_state'],
  }),
  audit: endpoint({
    method: 'GET',
    path: 'moderation/round_audit',
    access: 'moderator',
    summary: 'How the vote of a round goes or went, without saying who voted for what.',
    input: byRound,
    response: RoundAudit,
    errors: [...MEMBER_ERRORS, 'forbidden', 'round_not_found', 'own_work'],
  }),
};
