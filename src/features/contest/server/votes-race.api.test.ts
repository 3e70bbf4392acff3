import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#core/errors.ts';
import { DAY, MINUTE, SECOND } from '#core/time.ts';
import { restrictAccount } from '#features/accounts/server/index.ts';
import { createCtx } from '#platform/context.ts';
import { isUnavailable } from '#platform/db/database.ts';
import {
  buildContest,
  buildVoters,
  type Contest,
  clockOfDatabase,
  openAll,
  tickRounds,
  type Voter,
  votesOf,
} from '#testing/contests.ts';
import { buildMember, outcome } from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { memberCtx } from '#testing/members.ts';
import { restrict } from '#testing/moderation.ts';
import { raceForMember, raceForRound, seededRandom, shuffled } from '#testing/race.ts';
import { eachRound, rounds } from '#testing/rounds.ts';
import { setUpTestApp, type WireAnswer } from '#testing/test-app.ts';
import { contestApi } from '../contract.ts';
import { advanceRounds } from './contest.tick.ts';
import { cancelVote, castVote } from './votes.service.ts';

// Counts refusals of a busy site among the possible answers.
const app = setUpTestApp({}, { refusesWhenBusy: true });
beforeAll(() => app.app.cache.setListening(false));
afterEach(() => expectInvariants(app));

const REASON = 'It was written by somebody else.';

const said = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : isUnavailable(error) ? 'unavailable' : String(error)),
  );
async function contestOf(voters: number, entries = 3): Promise<{ contest: Contest; voters: Voter[]; ids: string[] }> {
  const contest = await buildContest(app, entries);
  const members = await buildVoters(app, voters);
  await openAll(app, contest, members);
  return { contest, voters: members, ids: contest.entries.map(({ id }) => id) };
}
const cast = (contest: Contest, voter: Voter, submissionId: string) =>
  app.send(contestApi.castVote, { roundId: contest.roundId, submissionId }, voter);
/** Sets the end of voting to `milliseconds` from now. Returns it, in database time. */
async function endVoteIn(contest: Contest, milliseconds: number): Promise<number> {
  const { rows } = await sql<{ ends: Date }>`update rounds
    set voting_ends_at = date_trunc('milliseconds', db_clock() + make_interval(secs => ${milliseconds / 1000}))
    where id = ${contest.roundId} returning voting_ends_at as ends`.execute(app.database.db);
  return rows[0]!.ends.getTime();
}
async function completions(roundId: string): Promise<number> {
  const { rows } =
    await sql`select id from status_log where subject_kind = 'round' and subject_id = ${roundId} and action = 'complete'`.execute(
      app.database.db,
    );
  return rows.length;
}
/** Checks that the counted votes of each entry equal the rows. */
async function expectCounted({ roundId, entries }: Contest): Promise<void> {
  const rows = [...(await votesOf(app, roundId)).values()];
  const { rows: counted } = await sql<{ id: string; votes: number }>`select id::text as id, votes from submissions
    where round_id = ${roundId}`.execute(app.database.db);
  for (const { id } of entries)
    expect(counted.find((entry) => entry.id === id)?.votes).toBe(
      rows.filter((submissionId) => submissionId === id).length,
    );
  const { votes } = await app.database.db
    .selectFrom('rounds')
    .select('votes')
    .where('id', '=', roundId)
    .executeTakeFirstOrThrow();
  expect(votes).toBe(rows.length);
}

it('counts two hundred concurrent votes of one member as one', async () => {
  const { contest, voters, ids } = await contestOf(1);
  const voter = voters[0]!;
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      said(castVote(memberCtx(app.deps, voter), { roundId: contest.roundId, submissionId: ids[i % 3]! })),
    ),
  );
  expect(new Set(answers)).toEqual(new Set(['ok']));
  const votes = await votesOf(app, contest.roundId);
  expect([...votes.keys()]).toEqual([voter.id]);
  expect(ids).toContain(votes.get(voter.id));
});

const MEMBERS = rounds(37, 'members');
const ACTS = rounds(37, 'actions of each');
it(`counts the last votes of ${MEMBERS} members who cast, change and cancel them in ${ACTS} actions each`, {
  timeout: 900_000,
}, async () => {
  const { contest, voters, ids } = await contestOf(MEMBERS, rounds(37, 'entries'));
  const { roundId } = contest;
  const random = seededRandom(MEMBERS);
  const expected = new Map<string, string>();
  const answers: string[] = [];
  const act = async (voter: Voter) => {
    const choice = random(ids.length + 1);
    const submissionId = ids[choice];
    const ctx = memberCtx(app.deps, voter);
    answers.push(await said(submissionId ? castVote(ctx, { roundId, submissionId }) : cancelVote(ctx, { roundId })));
    if (submissionId) expected.set(voter.id, submissionId);
    else expected.delete(voter.id);
  };
  // Many members at once, each with one action after the other.
  const LANES = 20;
  await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      const own = voters.filter((_voter, i) => i % LANES === lane);
      for (let round = 0; round < ACTS; round += 1) for (const voter of shuffled(own, random)) await act(voter);
    }),
  );
  expect(answers).toHaveLength(MEMBERS * ACTS);
  expect(new Set(answers)).toEqual(new Set(['ok']));
  expect(await votesOf(app, roundId)).toEqual(expected);
  const ends = await endVoteIn(contest, 1);
  const now = await clockOfDatabase(app);
  while (now() < ends);
  await tickRounds(app);
  await expectCounted(contest);
  expect(await votesOf(app, roundId)).toEqual(expected);
});

describe('four hundred votes around the end of voting', () => {
  it.each(eachRound(38, 'ends of voting'))(
    'are decided by the database’s clock, once, whatever time others think it is (run %i)',
    { timeout: 120_000 },
    async (run) => {
      const { contest, voters, ids } = await contestOf(400);
      const { roundId } = contest;
      const now = await clockOfDatabase(app);
      const ends = await endVoteIn(contest, 600);
      const SKEWS = [0, 10 * MINUTE, -10 * MINUTE];
      let done = false;
      const ticks = SKEWS.map(async (ahead) => {
        const clock = { now: () => new Date(app.clock.now().getTime() + ahead) };
        while (!done) await advanceRounds(createCtx({ ...app.deps, clock }, { language: 'en' }));
      });
      const random = seededRandom(run);
      const turn = () => new Promise((resolve) => setImmediate(resolve));
      const votes = await Promise.all(
        voters.map(async (voter, i) => {
          const at = ends - 200 + i;
          while (now() < at) await turn();
          const begun = now();
          const input = { roundId, submissionId: ids[random(3)]! };
          const answer = await said(castVote(memberCtx(app.deps, voter, SKEWS[i % 3]), input));
          return { voter, ...input, begun, answer, answered: now() };
        }),
      );
      while (now() < ends + 200) await turn();
      done = true;
      await Promise.all(ticks);
      await tickRounds(app);
      const stored = await votesOf(app, roundId);
      for (const { voter, submissionId, begun, answer, answered } of votes) {
        // On a busy machine some get no free connection in time, and their votes are not saved.
        expect(['ok', 'voting_closed', 'unavailable']).toContain(answer);
        // The two clocks may differ by a millisecond of rounding.
        if (begun >= ends + 1) expect(answer).not.toBe('ok');
        if (answered < ends - 1) expect(answer).not.toBe('voting_closed');
        expect(stored.get(voter.id)).toBe(answer === 'ok' ? submissionId : undefined);
      }
      expect(votes.some(({ answer }) => answer === 'ok')).toBe(true);
      expect(votes.some(({ answer }) => answer === 'voting_closed')).toBe(true);
      const { rows: late } = await sql`select 1 from votes v join rounds r on r.id = v.round_id
        where r.id = ${roundId} and v.cast_at >= r.voting_ends_at`.execute(app.database.db);
      expect(late).toEqual([]);
      expect(await completions(roundId)).toBe(1);
      await expectCounted(contest);
    },
  );
});

describe('a vote and the suspension of its voter', () => {
  const suspend = ({ id }: Voter) =>
    said(
      restrictAccount(createCtx(app.deps, { language: 'en' }), id, {
        action: 'suspend',
        reason: REASON,
        until: new Date(Date.now() + 400 * DAY),
      }),
    );
  it.each([
    ['the vote first', false],
    ['suspension first', true],
  ])('leave no vote behind (%s)', async (_, suspensionFirst) => {
    const { contest, voters, ids } = await contestOf(1);
    const voter = voters[0]!;
    const calls = [
      () => said(castVote(memberCtx(app.deps, voter), { roundId: contest.roundId, submissionId: ids[0]! })),
      () => suspend(voter),
    ];
    const answers = await raceForMember(app, voter.id, suspensionFirst ? calls.reverse() : calls);
    expect(answers).toEqual(suspensionFirst ? ['ok', 'banned'] : ['ok', 'ok']);
    expect((await votesOf(app, contest.roundId)).size).toBe(0);
  });
});

describe('a vote and the removal of its entry', () => {
  it.each([
    ['the vote first', false],
    ['removal first', true],
  ])('leave no vote behind (%s)', async (_, removalFirst) => {
    const { contest, voters, ids } = await contestOf(2);
    const [voter, other] = voters as [Voter, Voter];
    const moderator = await buildMember(app, { role: 'moderator' });
    await cast(contest, other, ids[0]!);
    const calls: (() => Promise<WireAnswer>)[] = [
      () => cast(contest, voter, ids[0]!),
      () => restrict(app, moderator, 'disqualify', ids[0]!),
    ];
    const answers = await raceForRound(app, contest.roundId, removalFirst ? calls.reverse() : calls);
    expect(answers.map(outcome)).toEqual(removalFirst ? ['200', '404 submission_not_found'] : ['200', '200']);
    expect((await votesOf(app, contest.roundId)).size).toBe(0);
    const told = async ({ id }: Voter) => {
      const { rows } =
        await sql`select 1 from messages where account_id = ${id} and params ->> 'about' = 'vote_released'`.execute(
          app.database.db,
        );
      return rows.length;
    };
    expect(await told(other)).toBe(1);
    expect(await told(voter)).toBe(removalFirst ? 0 : 1);
    // They can vote for another entry.
    expect(outcome(await cast(contest, voter, ids[1]!))).toBe('200');
  });

  it('succeeds while many others are voting', async () => {
    const { contest, voters, ids } = await contestOf(40);
    const moderator = await buildMember(app, { role: 'moderator' });
    let removed = false;
    const storm = voters.map(async (voter) => {
      const answers = new Set<string>();
      while (!removed)
        answers.add(
          await said(castVote(memberCtx(app.deps, voter), { roundId: contest.roundId, submissionId: ids[1]! })),
        );
      return answers;
    });
    const begun = Date.now();
    const answer = await restrict(app, moderator, 'disqualify', ids[0]!);
    removed = true;
    for (const answers of await Promise.all(storm)) expect([...answers]).toEqual(['ok']);
    expect(outcome(answer)).toBe('200');
    expect(Date.now() - begun).toBeLessThan(2 * SECOND);
  });
});
