import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { cursor, id, isoTime, pageLimit, versionNumber } from '#core/fields.ts';
import { type ChapterFields, chapterFields } from '#features/chapters/model/chapter-field-list.ts';
import * as entryFields from '#features/chapters/model/chapter-fields.ts';
import {
  BallotItem,
  ContestState,
  EntryText,
  entryEditorData,
  OwnSubmission,
  ResultEntry,
  RoundAudit,
  RoundDetail,
  RoundView,
  RoundViewerState,
  submissionView,
} from './contract-views.ts';

export type * from './contract-views.ts';

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

/** The calls of competitions. An entry has the fields of chapters. */
export function contestCalls(fields: ChapterFields) {
  const SubmissionView = submissionView(fields);
  const EntryEditorData = entryEditorData(fields);
  return {
    createRound: endpoint({
      method: 'POST',
      path: 'round/create',
      access: 'member',
      summary: 'Creates a round that starts now, as soon as there are enough writers, or at `startsAt`. Creator only.',
      input: z.strictObject({
        storyId: id,
        start: z.enum(['now', 'when_enough', 'at']),
        startsAt: z.optional(isoTime),
      }),
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
      summary: 'Changes the start of a scheduled round. Null starts it as soon as there are enough writers.',
      input: z.strictObject({ roundId: id, startsAt }),
      response: RoundView,
      errors: [...MEMBER_ERRORS, 'round_not_found', 'forbidden', 'wrong_state'],
    }),
    deleteRound: endpoint({
      method: 'POST',
      path: 'round/delete',
      access: 'member',
      summary: 'Cancels a scheduled round.',
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
    leaderboard: endpoint({
      method: 'GET',
      path: 'round/leaderboard',
      access: 'public',
      summary: 'For each member who entered completed rounds of a story: how many entries and wins.',
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
      summary: 'The entries that can be voted for, in the order shown to visitors who are not logged in.',
      input: byRound,
      response: z.array(BallotItem),
      errors: ['round_not_found', 'voting_closed'],
    }),
    entry: endpoint({
      method: 'GET',
      path: 'round/entry',
      access: 'public',
      summary: 'The text of an entry, during and after voting.',
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
      summary: 'The caller’s state in a round: entry, ballot, opened entries and vote.',
      input: byRound,
      response: RoundViewerState,
      errors: [...MEMBER_ERRORS, 'round_not_found'],
    }),
    markOpened: endpoint({
      method: 'POST',
      path: 'round/mark_opened',
      access: 'member',
      summary: 'Marks entries as opened. Ignores those that are not on the ballot.',
      input: z.strictObject({ roundId: id, submissionIds: z.array(id).check(z.minLength(1), z.maxLength(50)) }),
      response: done,
      errors: VOTE_ERRORS,
    }),
    castVote: endpoint({
      method: 'POST',
      path: 'vote/cast',
      access: 'member',
      summary: 'Votes for an entry. Replaces an earlier vote.',
      input: z.strictObject({ roundId: id, submissionId: id }),
      response: done,
      limit: 'vote',
      errors: [
        ...VOTE_ERRORS,
        'submission_not_found',
        'own_entry',
        'account_too_new',
        'entries_unopened',
        'round_judged',
      ],
    }),
    cancelVote: endpoint({
      method: 'POST',
      path: 'vote/cancel',
      access: 'member',
      summary: 'Cancels the caller’s vote, if there is one.',
      input: byRound,
      response: done,
      limit: 'vote',
      errors: VOTE_ERRORS,
    }),
    editor: endpoint({
      method: 'GET',
      path: 'submission/editor',
      access: 'member',
      summary: 'The data for the entry editor.',
      input: z.strictObject({ storyId: id, roundId: id }),
      response: EntryEditorData,
      errors: [...MEMBER_ERRORS, 'round_not_found'],
    }),
    createSubmission: endpoint({
      method: 'POST',
      path: 'submission/create',
      access: 'member',
      summary: 'Creates a draft entry, or returns the existing one. Joins the story if joining is open.',
      input: z.strictObject({
        roundId: id,
        title: z.optional(entryFields.chapterTitle),
        summary: z.optional(entryFields.summary),
        content: z.optional(entryFields.content),
      }),
      response: SubmissionView,
      longText: true,
      errors: [
        ...MEMBER_ERRORS,
        'round_not_found',
        'wrong_state',
        'writing_closed',
        'not_participant',
        'round_judged',
        'story_full',
        'reapply_later',
      ],
    }),
    submission: endpoint({
      method: 'GET',
      path: 'submission/detail',
      access: 'member',
      summary: 'One of the caller’s entries, with its draft.',
      input: bySubmission,
      response: SubmissionView,
      errors: [...MEMBER_ERRORS, 'submission_not_found'],
    }),
    submit: endpoint({
      method: 'POST',
      path: 'submission/submit',
      access: 'member',
      summary: 'Submits the draft to review and enters it in the round. Replaces an earlier submitted version.',
      input: z.strictObject({ submissionId: id, version: z.optional(versionNumber) }),
      response: SubmissionView,
      limit: 'submit',
      errors: [...ENTRY_ERRORS, 'entry_disqualified', 'save_changes_first'],
    }),
    withdraw: endpoint({
      method: 'POST',
      path: 'submission/withdraw',
      access: 'member',
      summary: 'Withdraws the entry while the round is open for entries. Its text stays a draft.',
      input: bySubmission,
      response: SubmissionView,
      errors: ENTRY_ERRORS,
    }),
    listOwn: endpoint({
      method: 'GET',
      path: 'submission/list_own',
      access: 'member',
      summary: 'The caller’s entries, newest first. Only those of one story if `storyId` is given.',
      input: z.strictObject({ storyId: z.optional(id), cursor, limit: pageLimit }),
      response: z.array(OwnSubmission),
      list: true,
      errors: MEMBER_ERRORS,
    }),
    audit: endpoint({
      method: 'POST',
      path: 'moderation/round_audit',
      access: 'moderator',
      summary:
        'The votes of a round by entry and over time, not by voter. Before the end, this bars the caller from the round.',
      input: byRound,
      response: RoundAudit,
      errors: [...MEMBER_ERRORS, 'forbidden', 'round_not_found', 'own_work'],
    }),
  };
}

/** The calls for callers. The fields of later features are only in their types, as in `storyApi`. */
export const contestApi = contestCalls(chapterFields as ChapterFields);
