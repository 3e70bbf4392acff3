import { DAY, HOUR } from '#core/time.ts';
import { participationApi } from '#features/participation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { NO_STORY, story } from '#features/stories/testing/targets.ts';
import type { PathsOf } from '#testing/calls.ts';
import { beginEntry, buildCompetition, enterRound, startRound } from '#testing/competitions.ts';
import { openAll, tickRounds } from '#testing/contests.ts';
import { type Act, FORBIDDEN, OK, WRONG_STATE } from '#testing/permissions/acts.ts';
import type { Permissions } from '#testing/permissions/face.ts';
import type { World } from '#testing/permissions/world.ts';
import { letPass } from '#testing/together.ts';
import { contestApi } from '../contract.ts';

const NO_ROUND = '404 round_not_found';
const NO_ENTRY = '404 submission_not_found';
const round = (roundId: string) => ({ roundId });
const entry = (submissionId: string) => ({ submissionId });

declare module '#testing/calls.ts' {
  interface ApiPaths {
    contest: PathsOf<typeof contestApi>;
  }
}

declare module '#testing/permissions/targets.ts' {
  interface Targets {
    contest:
      | 'competition'
      | 'resting competition'
      | 'scheduled round'
      | 'writing round'
      | 'voting round'
      | 'completed round'
      | 'draft entry'
      | 'entry'
      | 'won entry';
  }
}

const acts: readonly Act[] = [
  {
    call: contestApi.createRound,
    send: (storyId) => ({ storyId, start: 'when_enough' }),
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['resting competition'], { rest: FORBIDDEN, C: OK }],
      [['draft story', 'pending story'], { rest: NO_STORY, C: WRONG_STATE }],
    ],
  },
  {
    call: contestApi.updateRound,
    send: (roundId) => ({ roundId, startsAt: null }),
    on: [
      [['missing'], NO_ROUND],
      [['scheduled round'], { rest: FORBIDDEN, C: OK }],
      [['writing round'], { rest: FORBIDDEN, C: WRONG_STATE }],
    ],
  },
  {
    call: contestApi.deleteRound,
    send: round,
    on: [
      [['missing'], NO_ROUND],
      [['scheduled round'], { rest: FORBIDDEN, C: OK }],
      [['writing round'], { rest: FORBIDDEN, C: WRONG_STATE }],
    ],
  },
  {
    call: contestApi.rounds,
    send: story,
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['competition'], OK],
    ],
  },
  {
    call: contestApi.leaderboard,
    send: story,
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['competition'], OK],
    ],
  },
  {
    call: contestApi.round,
    send: round,
    on: [
      [['missing'], NO_ROUND],
      [['scheduled round', 'writing round', 'voting round', 'completed round'], OK],
    ],
  },
  {
    call: contestApi.ballot,
    send: round,
    on: [
      [['missing'], NO_ROUND],
      [['writing round', 'completed round'], '409 voting_closed'],
      [['voting round'], OK],
    ],
  },
  {
    call: contestApi.entry,
    send: entry,
    on: [
      [['missing', 'draft entry'], NO_ENTRY],
      [['entry', 'won entry'], OK],
    ],
  },
  {
    call: contestApi.result,
    send: round,
    on: [
      [['missing'], NO_ROUND],
      [['writing round', 'voting round'], WRONG_STATE],
      [['completed round'], OK],
    ],
  },
  {
    call: contestApi.contestState,
    send: story,
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['competition'], OK],
    ],
  },
  {
    call: contestApi.viewerState,
    send: round,
    on: [
      [['missing'], NO_ROUND],
      [['scheduled round', 'writing round', 'voting round', 'completed round'], OK],
    ],
  },
  {
    call: contestApi.markOpened,
    send: (roundId, idOf) => ({ roundId, submissionIds: [idOf('entry')] }),
    on: [
      [['missing'], NO_ROUND],
      [['voting round'], OK],
      [['completed round'], '409 voting_closed'],
    ],
  },
  {
    call: contestApi.castVote,
    send: (roundId, idOf) => ({ roundId, submissionId: idOf('entry') }),
    on: [
      [['missing'], NO_ROUND],
      [['writing round', 'completed round'], '409 voting_closed'],
      [['voting round'], { rest: '409 entries_unopened', M: OK, P: '409 own_entry' }],
    ],
  },
  {
    call: contestApi.castVote,
    send: (submissionId, idOf) => ({ roundId: idOf('voting round'), submissionId }),
    on: [[['missing', 'draft entry', 'won entry'], NO_ENTRY]],
  },
  {
    call: contestApi.cancelVote,
    send: round,
    on: [
      [['missing'], NO_ROUND],
      [['writing round', 'completed round'], '409 voting_closed'],
      [['voting round'], OK],
    ],
  },
  {
    call: contestApi.editor,
    send: (roundId, idOf) => ({ storyId: idOf('competition'), roundId }),
    on: [
      [['missing'], NO_ROUND],
      [['writing round'], OK],
    ],
  },
  {
    call: contestApi.createSubmission,
    send: (roundId) => ({ roundId, title: 'x' }),
    on: [
      [['missing'], NO_ROUND],
      [['scheduled round'], WRONG_STATE],
      [['writing round'], OK],
      [['voting round', 'completed round'], { rest: '409 writing_closed', 'P W': OK }],
    ],
  },
  {
    call: contestApi.submission,
    send: entry,
    on: [
      [['missing'], NO_ENTRY],
      [['draft entry', 'entry', 'won entry'], { rest: NO_ENTRY, P: OK }],
    ],
  },
  {
    call: contestApi.submit,
    send: entry,
    on: [
      [['missing'], NO_ENTRY],
      [['draft entry'], { rest: NO_ENTRY, P: OK }],
      [['entry', 'won entry'], { rest: NO_ENTRY, P: '409 writing_closed' }],
    ],
  },
  {
    call: contestApi.withdraw,
    send: entry,
    on: [
      [['missing'], NO_ENTRY],
      [['draft entry'], { rest: NO_ENTRY, P: WRONG_STATE }],
      [['entry', 'won entry'], { rest: NO_ENTRY, P: '409 writing_closed' }],
    ],
  },
  {
    call: contestApi.audit,
    send: round,
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': NO_ROUND }],
      [['writing round', 'voting round', 'completed round'], { rest: FORBIDDEN, 'Mo A': OK }],
    ],
  },
  {
    call: contestApi.listOwn,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
];

/** Creates rounds of C in every phase. P has an entry in each, except in the scheduled one. */
async function plantRounds({ app, members, everyone, put }: World): Promise<void> {
  const { C, P, W } = members;
  const begin = async () => {
    const competition = await buildCompetition(app, 0, C);
    const { storyId } = competition;
    await app.call(storyApi.update, { storyId, writingHours: 1, votingHours: 1, minParticipants: 2 }, C);
    for (const member of [P, W]) await app.call(participationApi.apply, { storyId }, member);
    return competition;
  };
  const writeTwo = async () => {
    const { id: roundId } = await startRound(app, await begin());
    const { id: entryId } = await enterRound(app, roundId, P);
    await enterRound(app, roundId, W);
    await app.work();
    return { roundId, entryId };
  };
  const pass = async () => {
    await letPass(app, HOUR, everyone);
    await tickRounds(app);
  };
  const completed = await writeTwo();
  put('completed round', completed.roundId);
  put('won entry', completed.entryId);
  await pass();
  const voting = await writeTwo();
  put('voting round', voting.roundId);
  put('entry', voting.entryId);
  await pass();
  await openAll(app, voting, [members.M]);
  const open = await begin();
  const { id: roundId } = await startRound(app, open);
  put('competition', open.storyId);
  put('writing round', roundId);
  put('draft entry', (await beginEntry(app, roundId, P)).id);
  const waiting = await begin();
  put('resting competition', waiting.storyId);
  const startsAt = new Date(app.clock.now().getTime() + DAY).toISOString();
  const due = await begin();
  const scheduled = await app.call(contestApi.createRound, { storyId: due.storyId, start: 'at', startsAt }, C);
  put('scheduled round', scheduled.id);
}

export const permissions: Permissions = {
  acts,
  plants: [
    // Advances the clock, and sessions expire.
    { when: 'first', plant: plantRounds },
  ],
};
