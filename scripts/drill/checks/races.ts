import { type Row, testsOf } from '../check.ts';

const contest = (file: string) => `src/features/contest/server/${file}.api.test.ts`;

/** What happens at the same time. */
export const RACE_CHECKS: readonly Row[] = [
  {
    id: 36,
    name: 'Many votes of one member',
    passMark: '200 at once: one row, the count is the number of rows',
    tests: [testsOf(contest('votes-race'), 'counts two hundred concurrent votes of one member as one')],
  },
  {
    id: 37,
    name: 'Many members who vote and change their minds',
    passMark: '500 members × 20 actions on 10 entries: each count exact, no failed call',
    minutes: 20,
    tests: [testsOf(contest('votes-race'), 'counts the last votes of')],
  },
  {
    id: 38,
    name: 'Votes around the end of voting',
    passMark: '400 votes ± 200 ms: none after the end by the database’s clock; the winner is that of a recount',
    tests: [testsOf(contest('votes-race'), 'four hundred votes around the end of voting')],
  },
  {
    id: 39,
    name: 'Votes that are not allowed',
    passMark: 'visitor, suspended, new account, own entry, another round’s: refused, no row',
    tests: [testsOf(contest('votes'), 'a vote', 'before voting', 'refuses votes in a banned story')],
  },
  {
    id: 40,
    name: 'Entries around the end of writing',
    passMark: '100 entries ± 200 ms, 3 schedulers, clocks ± 10 min: none late, none refused early, one transition',
    tests: [testsOf(contest('submissions-race'), 'submissions around the deadline by the database clock')],
  },
  {
    id: 41,
    name: 'The clock of a round',
    passMark: '50 concurrent ticks and 20 kill -9: each step once, one winner, one message; ties and empty rounds',
    minutes: 20,
    tests: [
      testsOf('src/server/kill-rounds.api.test.ts', 'concurrent ticks and a scheduler that is killed'),
      testsOf('src/features/contest/model/ballot.test.ts', 'the order of a result'),
      testsOf(contest('rounds'), 'the end of writing'),
    ],
  },
  {
    id: 42,
    name: 'Many submissions of one turn',
    passMark: '20 at once: one chapter, numbers without gaps, then one writer and one message',
    tests: [
      testsOf('src/features/relay/server/relay-races.api.test.ts', 'accepts one of twenty concurrent submissions'),
      testsOf(
        'src/features/relay/server/relay-turns.api.test.ts',
        'gives the turn to the chosen author when it is published',
      ),
    ],
  },
  {
    id: 43,
    name: 'A turn that is submitted, reassigned, left and banned',
    passMark: '500 interleavings: never none or two writers',
    minutes: 30,
    tests: [
      testsOf('src/features/relay/server/relay-races.api.test.ts', 'always leaves one writer with the turn'),
      testsOf('src/features/relay/server/relay-turns.api.test.ts', 'no dead end'),
    ],
  },
  {
    id: 44,
    name: 'An invitation that is accepted, declined and withdrawn',
    passMark: '300 rounds: one final answer, ≤ 1 participant',
    minutes: 20,
    tests: [
      testsOf('src/features/relay/server/relay-races.api.test.ts', 'accepting in one tab and declining in another'),
    ],
  },
  {
    id: 45,
    name: 'A round that begins while a writer leaves',
    passMark: 'refused below the minimum; 200 rounds: never begun with too few',
    minutes: 20,
    tests: [
      testsOf(contest('rounds'), 'is refused below the minimum, with the number of missing writers'),
      testsOf(contest('rounds-race'), 'never begins with too few writers'),
    ],
  },
  {
    id: 46,
    name: 'Lost updates, claims, repeated calls, and all states',
    passMark:
      '1,000 stale saves refused; 50 claims: one; one key 10 times: one row; 2,000 × 40 commands as in the model',
    minutes: 60,
    tests: [
      testsOf(
        'src/features/chapters/server/saves.api.test.ts',
        'is refused 1,000 times at once among newer saves',
        'is every save of one version except one',
        'the same Idempotency-Key ten times at once',
      ),
      testsOf('src/features/accounts/server/profile.api.test.ts', 'is granted to one of 50 concurrent claims'),
      testsOf('src/features/accounts/server/registration.api.test.ts', 'treats all spellings of an address as one'),
      testsOf('src/platform/http/idempotency.api.test.ts', 'is run once, and gets the same response each time'),
      testsOf('src/features/chapters/server/model-run.api.test.ts'),
    ],
  },
];
