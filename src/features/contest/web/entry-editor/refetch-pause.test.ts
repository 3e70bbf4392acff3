import { describe, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND } from '#core/time.ts';
import type { EntryEditorData, RoundView, SubmissionView } from '../../contract.ts';
import { outcomeOf } from './outcome.ts';
import { refetchPause } from './refetch-pause.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const in_ = (ms: number) => new Date(NOW + ms).toISOString();
const round: RoundView = {
  id: '1',
  storyId: '2',
  number: 1,
  status: 'writing',
  closed: false,
  startsAt: null,
  startedAt: in_(-DAY),
  writingEndsAt: in_(DAY),
  votingStartedAt: null,
  votingEndsAt: null,
  completedAt: null,
  writingHours: 48,
  votingHours: 48,
  minUnits: 300,
  maxUnits: 3000,
  minParticipants: 3,
  participantCount: 3,
  entryCount: 0,
  result: null,
};
const winner = {
  submissionId: '7',
  title: 'Salt',
  chapter: { id: '9', number: 2 },
  author: null,
  votes: 2,
};
const result = { votes: 3, winner, participantNumbers: [0, 1] };
const entry = (state: 'automatic' | 'manual' | 'approved', status: SubmissionView['status'] = 'pending') =>
  ({ id: '7', status, review: { state, submittedAt: in_(-MINUTE), findings: [] } }) as unknown as SubmissionView;
const pause = (changes: Partial<RoundView>, submission: SubmissionView | null = null, asked = 1) =>
  refetchPause({ round: { ...round, ...changes }, submission } as EntryEditorData, asked, NOW);

describe('the editor refetches its data', () => {
  it.each<[string, Partial<RoundView>, SubmissionView | null, number | false]>([
    ['when writing ends', {}, null, DAY + 1.5 * SECOND],
    ['soon, if the deadline has just passed', { writingEndsAt: in_(-SECOND) }, null, 5 * SECOND],
    ['every minute during the last reviews', { closed: true }, null, MINUTE],
    ['when voting ends', { status: 'voting', votingEndsAt: in_(MINUTE) }, null, MINUTE + 1.5 * SECOND],
    ['while votes are counted', { status: 'completed' }, null, 5 * SECOND],
    ['no longer, once the result is known', { status: 'completed', result }, null, false],
    ['often, during the automatic check', {}, entry('automatic'), 1.5 * SECOND],
    ['rarely, during moderator review', {}, entry('manual'), 30 * SECOND],
    ['soon, if the review was decided a moment ago', {}, entry('approved'), 1.5 * SECOND],
    ['not for a review that is decided and shown', {}, entry('approved', 'approved'), DAY + 1.5 * SECOND],
    ['within the limit of browser timers', { writingEndsAt: in_(30 * DAY) }, null, 2 ** 31 - 1],
  ])('%s', (_, changes, submission, expected) => expect(pause(changes, submission)).toBe(expected));
});

describe('the outcome of an entry', () => {
  it.each<[Partial<RoundView>, SubmissionView['status'], string]>([
    [{ closed: true }, 'draft', 'unsent'],
    [{ closed: true }, 'rejected', 'out'],
    [{ closed: true }, 'pending', 'in_review'],
    [{ closed: true }, 'approved', 'waits'],
    [{ status: 'voting' }, 'approved', 'on_ballot'],
    [{ status: 'voting' }, 'pending', 'late'],
    [{ status: 'completed' }, 'approved', 'counting'],
    [{ status: 'completed', result }, 'approved', 'won'],
    [{ status: 'completed', result: { ...result, winner: null } }, 'approved', 'lost'],
    [{ status: 'completed', result }, 'pending', 'too_late'],
    [{ status: 'completed', result }, 'draft', 'unsent'],
  ])('%j, %s: %s', (changes, status, expected) =>
    expect(outcomeOf({ ...round, ...changes }, { id: '7', status, votes: 0 })).toBe(expected),
  );

  it('is too late if it was approved after voting had ended', () =>
    expect(outcomeOf({ status: 'completed', result }, { id: '9', status: 'approved', votes: null })).toBe('too_late'));
});
