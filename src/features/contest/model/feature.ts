import { modelFeature } from '#core/feature.ts';
import { notice, storyPage } from '#core/notices.ts';
import { DAY, MINUTE } from '#core/time.ts';

type InRound = { story: string; round: number; round_id: string };
type OfEntry = InRound & { entry: string };

export const contest = modelFeature({
  name: 'contest',
  errors: {
    first_chapter_missing: 409,
    round_unfinished: 409,
    too_few_participants: 409,
    voting_closed: 409,
    own_entry: 409,
    account_too_new: 409,
    entries_unopened: 409,
    entry_disqualified: 409,
    round_judged: 409,
  },
  limits: {
    round: {
      setting: 'LIMIT_ROUND',
      default: 20,
      says: 'rounds started per member and day',
      window: DAY,
      per: 'member',
      done: true,
    },
    vote: {
      setting: 'LIMIT_VOTE',
      default: 30,
      says: 'votes cast, changed or canceled per member and minute',
      window: MINUTE,
      per: 'member',
      here: true,
    },
  },
  notices: {
    round_started: notice<InRound & { deadline: number }>({ subject: 'readable', once: true }),
    round_short: notice<InRound & { missing: number }>({ once: true }),
    contest_voting_open: notice<InRound & { deadline: number }>({
      type: 'contest_voting_open',
      group: 'turns',
      subject: 'readable',
      target: storyPage,
      once: true,
    }),
    /** Voting ends soon, and the member can vote and hasn’t. */
    voting_ends: notice<InRound & { deadline: number }>({
      group: 'turns',
      subject: 'readable',
      once: true,
      mail: 'votes',
    }),
    contest_winner: notice<OfEntry>({ type: 'contest_winner', group: 'turns', target: storyPage, once: true }),
    round_won: notice<OfEntry>({ once: true }),
    round_without_winner: notice<InRound>({ once: true }),
    entry_approved: notice<OfEntry & { reason: string }>(),
    entry_rejected: notice<OfEntry & { reason: string }>({ mail: 'returned' }),
    vote_released: notice<OfEntry>(),
  },
});

type Errors = typeof contest.errors;
type Limits = typeof contest.limits;
type Notices = typeof contest.notices;

declare module '#core/errors.ts' {
  interface ErrorCodes extends Errors {}
}

declare module '#core/endpoint.ts' {
  interface LimitClasses extends Limits {}
}

declare module '#core/notices.ts' {
  interface NoticeKinds extends Notices {}
}
