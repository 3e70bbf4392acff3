import { EXAMPLE_DEADLINE, type NoticeExamples } from '#testing/notice-examples.ts';

const ROUND = { story: 'STORY', round: 2, round_id: '9' };
const ENTRY = { ...ROUND, entry: 'ENTRY' };
const unsaid = ['round_id'] as const;

export const notices: NoticeExamples = {
  round_started: { params: [{ ...ROUND, deadline: EXAMPLE_DEADLINE }], unsaid },
  round_short: { params: [{ story: 'STORY', round: 2, missing: 3 }] },
  contest_voting_open: { params: [EXAMPLE_DEADLINE, 0].map((deadline) => ({ ...ROUND, deadline })), unsaid },
  voting_ends: { params: [{ ...ROUND, deadline: EXAMPLE_DEADLINE }], unsaid },
  contest_winner: { params: [{ story: 'STORY', round: 2, entry: 'ENTRY' }] },
  round_won: { params: [ENTRY], unsaid },
  round_without_winner: { params: [ROUND], unsaid },
  entry_approved: { params: [ENTRY], unsaid },
  entry_rejected: { params: [{ ...ENTRY, reason: 'REASON' }], unsaid },
  vote_released: { params: [ENTRY], unsaid },
};
