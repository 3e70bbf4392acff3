import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#core/time.ts';
import { restrictAccount } from '#features/accounts/server/index.ts';
import { createCtx } from '#platform/context.ts';
import {
  buildContest,
  buildVoters,
  buildWrittenContest,
  type Contest,
  openAll,
  PHASE,
  pass,
  tickRounds,
  type Voter,
  vote,
  votesOf,
} from '#testing/contests.ts';
import { buildMember, outcome } from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { type Caller, setUpTestApp } from '#testing/test-app.ts';
import { letPass } from '#testing/together.ts';
import { contestApi } from '../contract.ts';

const app = setUpTestApp();
let contest: Contest;
let voter: Voter;
let first: string;
let second: string;

beforeAll(() => app.app.cache.setListening(false));
beforeEach(async () => {
  contest = await buildContest(app);
  [voter] = (await buildVoters(app, 1)) as [Voter];
  [first, second] = contest.entries.map(({ id }) => id) as [string, string];
});
afterEach(() => expectInvariants(app));

const ctx = () => createCtx(app.deps, { language: 'en' });
const cast = (submissionId: string, by: Caller = voter, roundId = contest.roundId) =>
  app.send(contestApi.castVote, { roundId, submissionId }, by);
const cancel = (by: Caller = voter) => app.send(contestApi.cancelVote, { roundId: contest.roundId }, by);
const open = (submissionIds: string[], by: Caller = voter) =>
  app.send(contestApi.markOpened, { roundId: contest.roundId, submissionIds }, by);
const state = (by: Caller = voter) => app.call(contestApi.viewerState, { roundId: contest.roundId }, by);
const votes = async () => [...(await votesOf(app, contest.roundId)).values()];
async function expectRefused(code: string, submissionId = first, by: Caller = voter, roundId = contest.roundId) {
  const before = await votes();
  expect(outcome(await cast(submissionId, by, roundId))).toBe(code);
  expect(await votes()).toEqual(before);
}

describe('a vote', () => {
  it('can be cast, changed, cast again and canceled', async () => {
    await openAll(app, contest, [voter]);
    expect(await state()).toMatchObject({ vote: null, can: { vote: true }, refusal: null });
    expect(outcome(await cast(first))).toBe('200');
    expect(outcome(await cast(first))).toBe('200');
    expect(await votes()).toEqual([first]);
    expect(outcome(await cast(second))).toBe('200');
    expect(await votes()).toEqual([second]);
    expect((await state()).vote).toBe(second);
    expect(outcome(await cancel())).toBe('200');
    expect(outcome(await cancel())).toBe('200');
    expect(await votes()).toEqual([]);
    expect((await state()).vote).toBeNull();
    expect(outcome(await cast(second))).toBe('200');
  });

  it('has the time of its last change, by the database clock', async () => {
    const stamp = async () => {
      const { rows } = await sql<{ age: number }>`select abs(extract(epoch from db_clock() - cast_at))::float as age
        from votes where account_id = ${voter.id}`.execute(app.database.db);
      return rows[0]!.age;
    };
    await vote(app, contest, voter, first);
    expect(await stamp()).toBeLessThan(5);
    await app.clock.advance(5 * MINUTE);
    await vote(app, contest, voter, second);
    expect(await stamp()).toBeLessThan(5);
  });

  it('can be cast by the creator and by authors of entries', async () => {
    const { creator, others } = contest;
    await vote(app, contest, creator, first);
    await vote(app, contest, others[0]!, second);
    await vote(app, contest, others[1]!, first);
    expect((await votes()).sort()).toEqual([first, first, second].sort());
  });

  it('requires all entries to be opened, except the voter’s own', async () => {
    const [author] = contest.others;
    const foreign = contest.entries.slice(1).map(({ id }) => id);
    await expectRefused('409 entries_unopened', second, author);
    expect(await state(author)).toMatchObject({ refusal: 'entries_unopened', needed: 2, opened: [] });
    await open([foreign[0]!], author);
    await expectRefused('409 entries_unopened', second, author);
    // Opening an entry that isn’t on the ballot is ignored.
    await open([first, '1', foreign[0]!], author);
    expect((await state(author)).opened).toEqual([foreign[0]]);
    await expectRefused('409 entries_unopened', second, author);
    await open([foreign[1]!], author);
    expect(outcome(await cast(second, author))).toBe('200');
  });

  it('can only be cast for another author’s entry on this ballot', async () => {
    const author = contest.others[0]!;
    await openAll(app, contest, [voter, author]);
    await expectRefused('409 own_entry', first, author);
    await expectRefused('404 submission_not_found', '1');
    // Voting in this round ends when voting in the other one starts.
    const other = await buildContest(app, 2);
    const [later] = (await buildVoters(app, 1)) as [Voter];
    await openAll(app, other, [later]);
    await expectRefused('404 submission_not_found', first, later, other.roundId);
    await expectRefused('404 round_not_found', first, later, '999999999');
  });

  it('requires a login', async () => {
    await expectRefused('401 login_required', first, {});
    expect(outcome(await cancel({}))).toBe('401 login_required');
    expect(outcome(await open([first], {}))).toBe('401 login_required');
  });

  it('is refused for accounts created after voting had started', async () => {
    const newcomer = await buildMember(app);
    await openAll(app, contest, [newcomer]);
    await expectRefused('409 account_too_new', first, newcomer);
    expect(await state(newcomer)).toMatchObject({ can: { vote: false }, refusal: 'account_too_new' });
    await sql`update accounts set joined_at = (select voting_started_at - interval '1 millisecond' from rounds
      where id = ${contest.roundId}) where id = ${newcomer.id}`.execute(app.database.db);
    expect(outcome(await cast(first, newcomer))).toBe('200');
  });

  it('is void once its voter is suspended, and can’t be cast during the suspension', async () => {
    await vote(app, contest, voter, first);
    await restrictAccount(ctx(), voter.id, {
      action: 'suspend',
      reason: 'Rude.',
      until: new Date(Date.now() + 400 * DAY),
    });
    expect(await votes()).toEqual([]);
    await expectRefused('403 banned');
  });

  it('is refused after the deadline, even before a tick', async () => {
    await vote(app, contest, voter, first);
    const { others, creator } = contest;
    await letPass(app, PHASE, [creator, ...others]);
    const author = others[0]!;
    await openAll(app, contest, [author]);
    await expectRefused('409 voting_closed', second, author);
    expect(outcome(await cancel(author))).toBe('409 voting_closed');
    expect(outcome(await open([second], author))).toBe('409 voting_closed');
    await tickRounds(app);
    await expectRefused('409 voting_closed', second, author);
    expect(await votes()).toEqual([first]);
    const { rows } = await sql<{ votes: number }>`select votes from submissions where id = ${first}`.execute(
      app.database.db,
    );
    expect(rows).toEqual([{ votes: 1 }]);
  });
});

describe('before voting', () => {
  it('refuses votes, but accepts them once voting is due, even before a tick', async () => {
    contest = await buildWrittenContest(app);
    const entry = contest.entries[0]!.id;
    const { creator, others } = contest;
    await expectRefused('409 voting_closed', entry, creator);
    expect(outcome(await cancel(creator))).toBe('409 voting_closed');
    expect(outcome(await open([entry], creator))).toBe('409 voting_closed');
    expect(await state(creator)).toMatchObject({ ballot: [], needed: 0, refusal: 'voting_closed' });
    await letPass(app, PHASE, [creator, ...others]);
    // Reads return what will be saved.
    const read = await state(creator);
    expect(read.ballot).toHaveLength(3);
    expect(
      outcome(
        await open(
          contest.entries.map(({ id }) => id),
          creator,
        ),
      ),
    ).toBe('200');
    expect(outcome(await cast(entry, creator))).toBe('200');
    expect(await votes()).toEqual([entry]);
    expect((await state(creator)).ballot).toEqual(read.ballot);
  });

  it('opens voting with the first vote', async () => {
    contest = await buildWrittenContest(app);
    const { creator, others } = contest;
    await letPass(app, PHASE, [creator, ...others]);
    await expectRefused('409 entries_unopened', contest.entries[0]!.id, creator);
    const { rows } = await sql<{ status: string }>`select status from rounds where id = ${contest.roundId}`.execute(
      app.database.db,
    );
    expect(rows).toEqual([{ status: 'voting' }]);
  });
});

it('refuses votes in a banned story', async () => {
  await openAll(app, contest, [voter]);
  await sql`update stories set status = 'banned' where id = ${contest.storyId}`.execute(app.database.db);
  await expectRefused('404 round_not_found');
  expect(outcome(await cancel())).toBe('404 round_not_found');
  expect(outcome(await open([first]))).toBe('404 round_not_found');
  await sql`update stories set status = 'published' where id = ${contest.storyId}`.execute(app.database.db);
  await pass(app, contest, MINUTE);
});
