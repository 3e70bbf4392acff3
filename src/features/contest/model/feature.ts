import { modelFeature } from '#core/feature.ts';
import { DAY, MINUTE } from '#core/time.ts';

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
});

type Errors = typeof contest.errors;
type Limits = typeof contest.limits;

declare module '#core/errors.ts' {
  interface ErrorCodes extends Errors {}
}

declare module '#core/endpoint.ts' {
  interface LimitClasses extends Limits {}
}
