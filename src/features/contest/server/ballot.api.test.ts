import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND } from '#core/time.ts';
import { restrictAccount } from '#features/accounts/server/index.ts';
import { emptyCachePolicy } from '#platform/cache/tag-cache.ts';
import { createCtx } from '#platform/context.ts';
import { enterRound } from '#testing/competitions.ts';
import {
  buildContest,
  buildVoters,
  buildWrittenContest,
  type Contest,
  PHASE,
  pass,
  tickRounds,
  type Voter,
  vote,
} from '#testing/contests.ts';
import { buildMember, decide, doubtfulProse, type Member, outcome, REASON } from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { letPass } from '#testing/together.ts';
import { contestApi } from '../contract.ts';
import { getBallot, getEntry } from './ballot.queries.ts';
import { getResult } from './result.queries.ts';

const app = setUpTestApp();
let contest: Contest;
let moderator: Member;
const ids = () => contest.entries.map(({ id }) => id);

beforeAll(async () => {
  app.app.cache.setListening(false);
});
afterEach(() => expectInvariants(app));

const ballot = () => app.call(contestApi.ballot, { roundId: contest.roundId });
const state = (by: Member | Voter) => app.call(contestApi.viewerState, { roundId: contest.roundId }, by);
const entry = (submissionId: string) => app.call(contestApi.entry, { submissionId });
const result = () => app.call(contestApi.result, { roundId: contest.roundId });
const asked = async (call: 'ballot' | 'result', roundId = contest.roundId) =>
  outcome(await app.send(contestApi[call], { roundId }));
const askedEntry = async (submissionId: string) => outcome(await app.send(contestApi.entry, { submissionId }));
const lettersOf = (ballotItems: { id: string; letter: string }[]) =>
  Object.fromEntries(ballotItems.map(({ id, letter }) => [id, letter]));
/** Builds entries, the last of which is in moderator review until long after voting has started. */
async function withLateEntry(): Promise<string> {
  moderator = await buildMember(app, { role: 'moderator' });
  contest = await buildWrittenContest(app, 2);
  const { id } = await enterRound(app, contest.roundId, contest.creator, {
    title: 'Late',
    content: doubtfulProse(80, 77),
  });
  await app.work();
  await pass(app, contest, PHASE, [moderator]);
  return id;
}

describe('the ballot', () => {
  beforeEach(async () => {
    contest = await buildContest(app, 4);
  });

  it('contains no names and no counts', async () => {
    const ballotItems = await ballot();
    expect(ballotItems.map(({ letter }) => letter)).toEqual(['A', 'B', 'C', 'D']);
    expect(ballotItems.map(({ id }) => id).sort()).toEqual(ids().sort());
    for (const item of ballotItems)
      expect(item).toEqual({
        id: item.id,
        letter: item.letter,
        title: contest.entries.find(({ id }) => id === item.id)!.title,
        summary: 'What happens next.',
        units: expect.any(Number),
      });
    const read = await entry(ids()[0]!);
    expect(read).toMatchObject({ author: null, votes: null, title: contest.entries[0]!.title, language: 'en' });
    expect(read.text.length).toBeGreaterThan(100);
  });

  it('has a stable order for each voter, without their own entry', async () => {
    const voters = await buildVoters(app, 12);
    const orders = new Set<string>();
    for (const voter of voters) {
      const { ballot: own } = await state(voter);
      expect(own.map(({ letter }) => letter)).toEqual(['A', 'B', 'C', 'D']);
      expect((await state(voter)).ballot).toEqual(own);
      orders.add(own.map(({ id }) => id).join());
    }
    expect(orders.size).toBeGreaterThan(4);
    const { author, id } = contest.entries[0]!;
    const mine = await state(author);
    expect(mine.ballot.map((item) => item.id).sort()).toEqual(
      ids()
        .filter((other) => other !== id)
        .sort(),
    );
    expect(mine).toMatchObject({
      needed: 3,
      isParticipant: true,
      entry: { id, status: 'approved', hasUnsentChanges: false },
    });
    expect(await state(voters[0]!)).toMatchObject({
      needed: 4,
      isParticipant: false,
      entry: null,
      can: { enter: false },
    });
  });

  it('loses the entry of a suspended author, and keeps all other letters', async () => {
    const [voter] = (await buildVoters(app, 1)) as [Voter];
    const { author, id } = contest.entries[1]!;
    await vote(app, contest, voter, id);
    const before = { world: lettersOf(await ballot()), voter: lettersOf((await state(voter)).ballot) };
    await restrictAccount(createCtx(app.deps, { language: 'en' }), author.id, {
      action: 'suspend',
      reason: 'Rude.',
      until: new Date(Date.now() + 400 * DAY),
    });
    const { [id]: _world, ...world } = before.world;
    const { [id]: _voter, ...others } = before.voter;
    expect(lettersOf(await ballot())).toEqual(world);
    expect(await state(voter)).toMatchObject({ vote: null, needed: 3 });
    expect(lettersOf((await state(voter)).ballot)).toEqual(others);
    expect(await askedEntry(id)).toBe('404 submission_not_found');
  });

  it('exists only during voting, by the clock', async () => {
    await letPass(app, PHASE, [contest.creator, ...contest.others]);
    expect(await asked('ballot')).toBe('409 voting_closed');
    await tickRounds(app);
    expect(await asked('ballot')).toBe('409 voting_closed');
    expect(await asked('ballot', '999999999')).toBe('404 round_not_found');
    expect(await asked('result', '999999999')).toBe('404 round_not_found');
    expect(await askedEntry('999999999')).toBe('404 submission_not_found');
  });
});

it('shows no entry before voting, and all once voting is due, even before the tick', async () => {
  contest = await buildWrittenContest(app);
  for (const id of ids()) expect(await askedEntry(id)).toBe('404 submission_not_found');
  expect(await asked('ballot')).toBe('409 voting_closed');
  expect(await asked('result')).toBe('409 wrong_state');
  await letPass(app, PHASE, [contest.creator, ...contest.others]);
  const due = await ballot();
  expect(due).toHaveLength(3);
  for (const id of ids()) expect(await askedEntry(id)).toBe('200');
  await tickRounds(app);
  expect(await ballot()).toEqual(due);
});

describe('an entry that is reviewed during voting', () => {
  it('joins the ballot after the others', async () => {
    const id = await withLateEntry();
    expect(await app.call(contestApi.round, { roundId: contest.roundId })).toMatchObject({
      status: 'writing',
      closed: true,
    });
    await pass(app, contest, DAY, [moderator]);
    const [voter] = (await buildVoters(app, 1)) as [Voter];
    const before = await state(voter);
    expect(before.ballot.map(({ letter }) => letter)).toEqual(['A', 'B']);
    expect(await askedEntry(id)).toBe('404 submission_not_found');
    await decide(app, moderator, id, 'approve');
    expect((await state(voter)).ballot).toEqual([...before.ballot, { id, letter: 'C' }]);
    expect((await ballot()).at(-1)).toMatchObject({ id, letter: 'C' });
    expect(await askedEntry(id)).toBe('200');
    await vote(app, contest, voter, id);
    await pass(app, contest, PHASE, [moderator]);
    expect((await result())[0]).toMatchObject({ id, isWinner: true, isLate: false, votes: 1 });
  });

  it('is shown without votes after voting', async () => {
    const id = await withLateEntry();
    await pass(app, contest, DAY, [moderator]);
    await pass(app, contest, PHASE, [moderator]);
    expect(await askedEntry(id)).toBe('404 submission_not_found');
    expect(await result()).toHaveLength(2);
    await decide(app, moderator, id, 'approve');
    const entries = await result();
    expect(entries.at(-1)).toMatchObject({
      id,
      isLate: true,
      isWinner: false,
      votes: 0,
      author: { id: contest.creator.id },
    });
    expect(await entry(id)).toMatchObject({ votes: 0, author: { id: contest.creator.id, number: 1 } });
  });

  it('is not shown if it is rejected', async () => {
    const id = await withLateEntry();
    await decide(app, moderator, id, 'reject');
    expect(await ballot()).toHaveLength(2);
    expect(await askedEntry(id)).toBe('404 submission_not_found');
    expect((await state(contest.creator)).entry).toMatchObject({ status: 'rejected', reason: REASON });
  });
});

describe('the result', () => {
  let voters: (Voter | Member)[];
  beforeEach(async () => {
    contest = await buildContest(app, 3);
    voters = [contest.creator, ...(await buildVoters(app, 2))];
    const [first, second] = ids() as [string, string];
    for (const [voter, id] of [
      [voters[0]!, second],
      [voters[1]!, second],
      [voters[2]!, first],
    ] as const)
      await vote(app, contest, voter, id);
  });

  it('has all authors with their votes, most votes first, and no voters', async () => {
    await letPass(app, PHASE, [contest.creator, ...contest.others]);
    // Over by the clock, but not counted yet.
    expect(await asked('result')).toBe('409 wrong_state');
    expect(await entry(ids()[0]!)).toMatchObject({ author: null, votes: null });
    await tickRounds(app);
    const [first, second, third] = contest.entries as [
      Contest['entries'][number],
      Contest['entries'][number],
      Contest['entries'][number],
    ];
    const entries = await result();
    expect(entries.map(({ id }) => id)).toEqual([second.id, first.id, third.id]);
    expect(entries[0]).toMatchObject({ votes: 2, isWinner: true, author: { id: second.author.id, number: 3 } });
    expect(entries[1]).toMatchObject({ votes: 1, isWinner: false, author: { id: first.author.id, number: 2 } });
    expect(entries[2]).toMatchObject({ votes: 0, author: { id: third.author.id, number: 4 } });
    for (const { opening, title } of entries) {
      expect(opening).toHaveLength(3);
      expect(title).not.toBe('');
    }
    expect(await entry(first.id)).toMatchObject({ votes: 1, author: { id: first.author.id } });
    const told = JSON.stringify([entries, await app.call(contestApi.round, { roundId: contest.roundId })]);
    for (const { id } of voters.slice(1)) expect(told).not.toContain(`"${id}"`);
    // The voter can still see it.
    expect(await state(contest.creator)).toMatchObject({
      vote: second.id,
      ballot: [],
      needed: 0,
      can: { vote: false },
    });
  });

  it('is included in the leaderboard of the story', async () => {
    const { storyId } = contest;
    const leaderboard = () => app.call(contestApi.leaderboard, { storyId });
    expect(await leaderboard()).toEqual([]);
    await letPass(app, PHASE, [contest.creator, ...contest.others]);
    expect(await leaderboard()).toEqual([]);
    await tickRounds(app);
    const [first, second, third] = contest.entries.map(({ author }) => author.id) as [string, string, string];
    expect(await leaderboard()).toEqual([
      { userId: second, wins: 1, entries: 1 },
      { userId: first, wins: 0, entries: 1 },
      { userId: third, wins: 0, entries: 1 },
    ]);
    expect(outcome(await app.send(contestApi.leaderboard, { storyId: '999999999' }))).toBe('404 story_not_found');
  });

  it('does not show the text of a winner whose chapter is hidden', async () => {
    await pass(app, contest, PHASE);
    const winner = ids()[1]!;
    expect(await askedEntry(winner)).toBe('200');
    await sql`update chapters set status = 'hidden' where id = (select chapter_id from submissions where id = ${winner})`.execute(
      app.database.db,
    );
    expect(await askedEntry(winner)).toBe('404 submission_not_found');
    expect((await result())[0]).toMatchObject({
      id: winner,
      title: '',
      summary: '',
      opening: [],
      votes: 2,
      isWinner: true,
    });
    expect((await result())[1]!.title).not.toBe('');
    await sql`update chapters set status = 'approved' where id = (select chapter_id from submissions where id = ${winner})`.execute(
      app.database.db,
    );
  });
});

describe('pages that show a round', () => {
  const shownBy = async (read: (ctx: ReturnType<typeof createCtx>) => Promise<unknown>) => {
    const cachePolicy = emptyCachePolicy();
    await read(createCtx(app.deps, { language: 'en', cachePolicy }) as never);
    return cachePolicy;
  };
  const tagsOf = (shown: { tags: Set<string> }) => [...shown.tags].sort();

  it('are cached until its next step, with tags for the names that they show', async () => {
    contest = await buildContest(app, 2);
    const story = `story:${contest.storyId}`;
    const { votingEndsAt } = await app.call(contestApi.round, { roundId: contest.roundId });
    const id = ids()[0]!;
    const during = await shownBy((ctx) => getBallot(ctx, { roundId: contest.roundId }));
    expect(tagsOf(during)).toEqual([story]);
    expect(during.until?.toISOString()).toBe(votingEndsAt);
    expect(tagsOf(await shownBy((ctx) => getEntry(ctx, { submissionId: id })))).toEqual([story]);
    await letPass(app, PHASE + MINUTE, [contest.creator, ...contest.others]);
    const uncounted = await shownBy((ctx) => getEntry(ctx, { submissionId: id }));
    expect(uncounted.until!.getTime() - app.clock.now().getTime()).toBeLessThan(10 * SECOND);
    expect(await app.call(contestApi.round, { roundId: contest.roundId })).toMatchObject({
      status: 'completed',
      result: null,
    });
    await tickRounds(app);
    const counted = await shownBy((ctx) => getResult(ctx, { roundId: contest.roundId }));
    expect(counted.until).toBeNull();
    expect(tagsOf(counted)).toEqual([story, ...contest.entries.map(({ author }) => `user:${author.id}`)].sort());
  });

  it('are cached for seconds only if a tick is late', async () => {
    contest = await buildWrittenContest(app, 2);
    await letPass(app, PHASE + 8 * MINUTE, [contest.creator, ...contest.others]);
    const due = await shownBy((ctx) => getBallot(ctx, { roundId: contest.roundId }));
    expect(due.until!.getTime() - app.clock.now().getTime()).toBeLessThan(10 * SECOND);
  });
});
