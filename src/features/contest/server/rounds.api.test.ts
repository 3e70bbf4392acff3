import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { restrictAccount } from '#features/accounts/server/index.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import {
  beginEntry,
  buildCompetition,
  type Competition,
  enterRound,
  joinCompetition,
  startRound,
} from '#testing/competitions.ts';
import {
  buildMember,
  buildPublishedStory,
  buildStory,
  decide,
  doubtfulProse,
  type Member,
  outcome,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { letPass } from '#testing/together.ts';
import { contestApi, type RoundView } from '../contract.ts';
import { advanceRounds } from './contest.tick.ts';

const app = setUpTestApp();
let contest: Competition;
let creator: Member;
let anna: Member;
let ben: Member;

beforeAll(() => app.app.cache.setListening(false));
beforeEach(async () => {
  contest = await buildCompetition(app, 2);
  creator = contest.creator;
  [anna, ben] = contest.others as [Member, Member];
});
afterEach(() => expectInvariants(app));

const tick = () => advanceRounds(createCtx(app.deps, { language: 'en' }));
const everyone = () => [creator, anna, ben];
const pass = (ms: number) => letPass(app, ms, everyone());
const create = (input: { start: 'now' | 'when_enough' | 'at'; startsAt?: string }, by = creator) =>
  app.send(contestApi.createRound, { storyId: contest.storyId, ...input }, by);
const look = (roundId: string) => app.call(contestApi.round, { roundId });
const stored = async (roundId: string) =>
  app.database.db
    .selectFrom('rounds')
    .select(['status', 'started_at', 'writing_ends_at', 'voting_started_at', 'voting_ends_at', 'completed_at'])
    .where('id', '=', roundId)
    .executeTakeFirstOrThrow();
const steps = async (roundId: string) => {
  const { rows } = await sql<{ action: string }>`select action from status_log
    where subject_kind = 'round' and subject_id = ${roundId} order by id`.execute(app.database.db);
  return rows.map((row) => row.action);
};
/** Messages about rounds in the member’s inbox, newest first. */
async function noticesOf(member: Member): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`select coalesce(params ->> 'about', type) as what from messages
    where account_id = ${member.id} and (type like 'contest%' or params ->> 'about' is not null) order by id desc`.execute(
    app.database.db,
  );
  return rows.map((row) => row.what);
}
async function dbNow(): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select db_clock() as now`.execute(app.database.db);
  return rows[0]!.now.getTime();
}

describe('creating a round', () => {
  it('starts right away with enough writers, and notifies them of the deadline', async () => {
    const answer = await create({ start: 'now' });
    expect(answer.status).toBe(200);
    const round = answer.body.data as RoundView;
    expect(round).toMatchObject({ number: 1, status: 'writing', closed: false, writingHours: 72, votingHours: 48 });
    expect(round).toMatchObject({ participantCount: 3, minParticipants: 3, entryCount: 0, result: null });
    expect(Date.parse(round.writingEndsAt!) - Date.parse(round.startedAt!)).toBe(72 * HOUR);
    for (const member of everyone()) expect((await noticesOf(member))[0]).toBe('round_started');
    expect(await steps(round.id)).toEqual(['start']);
  });

  it('is refused below the minimum, with the number of missing writers', async () => {
    await app.call(participationApi.leave, { storyId: contest.storyId }, ben);
    const answer = await create({ start: 'now' });
    expect(outcome(answer)).toBe('409 too_few_participants');
    expect(answer.body.details).toEqual({ missing: 1 });
    expect(answer.body.error).toBe('You need 1 more writer to start the round.');
    const state = await app.call(contestApi.contestState, { storyId: contest.storyId }, creator);
    expect(state).toEqual({ isParticipant: true, can: { createRound: true }, refusal: null, missing: 1 });
  });

  it('requires the creator, an ongoing competition with a first chapter, and no open round', async () => {
    const other = await buildMember(app);
    const { story: solo } = await buildPublishedStory(app, creator);
    const draft = await buildStory(app, creator, { mode: 'competition' });
    const begin = (storyId: string, by: Member | null) =>
      app.send(contestApi.createRound, { storyId, start: 'when_enough' }, ...(by ? [by] : []));
    expect(outcome(await begin(contest.storyId, null))).toBe('401 login_required');
    expect(outcome(await begin(contest.storyId, other))).toBe('403 forbidden');
    expect(outcome(await begin(contest.storyId, anna))).toBe('403 forbidden');
    expect(outcome(await begin(solo.id, creator))).toBe('409 wrong_state');
    expect(outcome(await begin(draft.id, creator))).toBe('409 wrong_state');
    expect(outcome(await begin(draft.id, other))).toBe('404 story_not_found');
    await app.call(storyApi.update, { storyId: contest.storyId, progress: 'paused' }, creator);
    expect(outcome(await begin(contest.storyId, creator))).toBe('409 wrong_state');
    await app.call(storyApi.update, { storyId: contest.storyId, progress: 'ongoing' }, creator);
    expect(outcome(await begin(contest.storyId, creator))).toBe('200');
    expect(outcome(await begin(contest.storyId, creator))).toBe('409 round_unfinished');
  });

  it('requires a first chapter', async () => {
    const story = await buildStory(app, creator, { mode: 'competition' });
    await app.call(storyApi.submit, { storyId: story.id }, creator);
    await app.work();
    const begun = await app.send(contestApi.createRound, { storyId: story.id, start: 'when_enough' }, creator);
    expect(outcome(begun)).toBe('409 first_chapter_missing');
  });

  it('waits for enough writers, and starts when the last one joins', async () => {
    await app.call(participationApi.leave, { storyId: contest.storyId }, ben);
    const { data } = (await create({ start: 'when_enough' })).body as { data: RoundView };
    expect(data).toMatchObject({ status: 'scheduled', startsAt: null, participantCount: 2 });
    await app.call(participationApi.apply, { storyId: contest.storyId }, ben);
    expect(await look(data.id)).toMatchObject({ status: 'writing', participantCount: 3 });
  });

  it.each([
    ['a time in the past', () => -MINUTE, 'startsAt'],
    ['a time too far ahead', () => 91 * DAY, 'startsAt'],
  ])('refuses %s', async (_, ahead, field) => {
    const startsAt = new Date((await dbNow()) + ahead()).toISOString();
    const answer = await create({ start: 'at', startsAt });
    expect(outcome(answer)).toBe('400 invalid_input');
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
  });
});

describe('a scheduled start', () => {
  const at = async (ms: number) => new Date((await dbNow()) + ms).toISOString();

  it('is exact, even if the tick is late', async () => {
    const { data } = (await create({ start: 'at', startsAt: await at(HOUR) })).body as { data: RoundView };
    await pass(HOUR - MINUTE);
    await tick();
    expect(await look(data.id)).toMatchObject({ status: 'scheduled' });
    await pass(2 * MINUTE);
    // Not saved yet, but the page already shows it.
    expect(await look(data.id)).toMatchObject({ status: 'writing', startedAt: data.startsAt });
    expect((await stored(data.id)).status).toBe('scheduled');
    await tick();
    expect((await stored(data.id)).started_at?.toISOString()).toBe(data.startsAt);
  });

  it('with too few writers notifies the creator once, and starts when there are enough', async () => {
    await app.call(participationApi.leave, { storyId: contest.storyId }, ben);
    const { data } = (await create({ start: 'at', startsAt: await at(HOUR) })).body as { data: RoundView };
    await pass(HOUR + MINUTE);
    await tick();
    await tick();
    expect((await noticesOf(creator)).filter((what) => what === 'round_short')).toHaveLength(1);
    expect(await look(data.id)).toMatchObject({ status: 'scheduled', participantCount: 2 });
    const late = await joinCompetition(app, contest.storyId);
    expect(await look(data.id)).toMatchObject({ status: 'writing', participantCount: 3 });
    expect((await noticesOf(late))[0]).toBe('round_started');
  });

  it('can be changed and canceled before, but not after', async () => {
    const { data } = (await create({ start: 'at', startsAt: await at(HOUR) })).body as { data: RoundView };
    const move = (startsAt: string | null, by = creator) =>
      app.send(contestApi.updateRound, { roundId: data.id, startsAt }, by);
    const giveUp = (by = creator) => app.send(contestApi.deleteRound, { roundId: data.id }, by);
    expect(outcome(await move(await at(2 * HOUR), anna))).toBe('403 forbidden');
    expect(outcome(await giveUp(anna))).toBe('403 forbidden');
    expect(outcome(await move(await at(2 * HOUR)))).toBe('200');
    await pass(HOUR + MINUTE);
    expect(await look(data.id)).toMatchObject({ status: 'scheduled' });
    expect(outcome(await giveUp())).toBe('200');
    expect(outcome(await app.send(contestApi.round, { roundId: data.id }))).toBe('404 round_not_found');
    const second = (await create({ start: 'now' })).body.data as RoundView;
    expect(second.number).toBe(1);
    const late = await app.send(contestApi.deleteRound, { roundId: second.id }, creator);
    expect(outcome(late)).toBe('409 wrong_state');
  });

  it('starts by itself when the creator lowers the minimum, but not while the story is paused', async () => {
    await app.call(participationApi.leave, { storyId: contest.storyId }, ben);
    const { data } = (await create({ start: 'when_enough' })).body as { data: RoundView };
    await app.call(storyApi.update, { storyId: contest.storyId, progress: 'paused' }, creator);
    await app.call(storyApi.update, { storyId: contest.storyId, minParticipants: 2 }, creator);
    expect(await look(data.id)).toMatchObject({ status: 'scheduled', minParticipants: 2 });
    await app.call(storyApi.update, { storyId: contest.storyId, progress: 'ongoing' }, creator);
    expect(await look(data.id)).toMatchObject({ status: 'writing' });
  });

  it('that is due uses the settings at that time, whatever changes before the tick', async () => {
    const { data } = (await create({ start: 'at', startsAt: await at(HOUR) })).body as { data: RoundView };
    await pass(HOUR + MINUTE);
    const changes = { writingHours: 1, minParticipants: 50, progress: 'paused' as const };
    await app.call(storyApi.update, { storyId: contest.storyId, ...changes }, creator);
    expect(await look(data.id)).toMatchObject({ status: 'writing', startedAt: data.startsAt, writingHours: 72 });
  });

  it('is found after any number of rounds that are waiting', async () => {
    const { data: first } = (await create({ start: 'at', startsAt: await at(HOUR) })).body as { data: RoundView };
    await app.call(storyApi.update, { storyId: contest.storyId, progress: 'paused' }, creator);
    const other = await buildCompetition(app, 2);
    const startsAt = await at(HOUR + MINUTE);
    const start = { storyId: other.storyId, start: 'at', startsAt } as const;
    const second = await app.call(contestApi.createRound, start, other.creator);
    await pass(HOUR + 2 * MINUTE);
    await advanceRounds(createCtx(app.deps, { language: 'en' }), 1);
    expect((await stored(first.id)).status).toBe('scheduled');
    expect((await stored(second.id)).status).toBe('writing');
  });

  it('is deleted when the story ends', async () => {
    const { data } = (await create({ start: 'at', startsAt: await at(HOUR) })).body as { data: RoundView };
    await app.call(storyApi.update, { storyId: contest.storyId, progress: 'ended' }, creator);
    expect(outcome(await app.send(contestApi.round, { roundId: data.id }))).toBe('404 round_not_found');
  });
});

describe('the end of writing', () => {
  let round: RoundView;
  beforeEach(async () => {
    round = await startRound(app, contest);
  });
  const end = () => pass(72 * HOUR + MINUTE);

  it('completes the round without a winner if there are no entries', async () => {
    await beginEntry(app, round.id, anna);
    await end();
    expect(await look(round.id)).toMatchObject({ status: 'completed', result: null });
    await tick();
    expect(await look(round.id)).toMatchObject({
      status: 'completed',
      result: { votes: 0, winner: null, participantNumbers: [] },
    });
    expect(await steps(round.id)).toEqual(['start', 'complete']);
    expect((await noticesOf(anna))[0]).toBe('round_without_winner');
  });

  it('makes a single entry the next chapter right away', async () => {
    await enterRound(app, round.id, anna, { title: 'Alone in the boat' });
    await app.work();
    await end();
    await tick();
    const seen = await look(round.id);
    expect(seen.result).toMatchObject({
      votes: 0,
      winner: { title: 'Alone in the boat', votes: 0 },
      participantNumbers: [2],
    });
    expect(seen.result?.winner?.author?.id).toBe(anna.id);
    const { items } = await app.call(chapterApi.list, { storyId: contest.storyId });
    expect(items.map(({ number, title }) => [number, title])).toEqual([
      [1, 'The left boot'],
      [2, 'Alone in the boat'],
    ]);
    expect(items[1]?.author?.id).toBe(anna.id);
    expect(await noticesOf(anna)).toEqual(['contest_winner', 'entry_approved', 'round_started']);
    expect((await noticesOf(ben))[0]).toBe('round_won');
  });

  it('opens voting with two entries, exactly at the deadline and for the full time', async () => {
    for (const member of [anna, ben]) await enterRound(app, round.id, member);
    await app.work();
    await end();
    const seen = await look(round.id);
    expect(seen).toMatchObject({ status: 'voting', entryCount: 2, votingStartedAt: round.writingEndsAt });
    expect(Date.parse(seen.votingEndsAt!) - Date.parse(seen.votingStartedAt!)).toBe(48 * HOUR);
    await tick();
    expect(await look(round.id)).toEqual(seen);
    for (const member of everyone()) expect((await noticesOf(member))[0]).toBe('contest_voting_open');
  });

  it('waits for open reviews, for one day at most', async () => {
    const moderator = await buildMember(app, { role: 'moderator' });
    await enterRound(app, round.id, anna);
    await enterRound(app, round.id, ben);
    const late = await enterRound(app, round.id, creator, { content: doubtfulProse(60, 71) });
    await app.work();
    await end();
    await tick();
    expect(await look(round.id)).toMatchObject({ status: 'writing', closed: true, entryCount: 3 });
    await letPass(app, 23 * HOUR, [...everyone(), moderator]);
    await tick();
    expect(await look(round.id)).toMatchObject({ status: 'writing', closed: true });
    await pass(HOUR);
    await tick();
    const seen = await look(round.id);
    expect(seen).toMatchObject({ status: 'voting', entryCount: 2 });
    expect(Date.parse(seen.votingStartedAt!) - Date.parse(round.writingEndsAt!)).toBe(24 * HOUR);
    expect(late.status).toBe('pending');
  });

  it('opens voting when the last review is decided, for the full time from then', async () => {
    const moderator = await buildMember(app, { role: 'moderator' });
    await enterRound(app, round.id, anna);
    await enterRound(app, round.id, ben);
    const late = await enterRound(app, round.id, creator, { content: doubtfulProse(60, 72) });
    await app.work();
    await letPass(app, 73 * HOUR, [...everyone(), moderator]);
    await decide(app, moderator, late.id, 'approve');
    const seen = await look(round.id);
    expect(seen).toMatchObject({ status: 'voting', closed: false, entryCount: 3 });
    expect(Date.parse(seen.votingStartedAt!)).toBeGreaterThan(Date.parse(round.writingEndsAt!) + HOUR - MINUTE);
    expect(Date.parse(seen.votingEndsAt!) - Date.parse(seen.votingStartedAt!)).toBe(48 * HOUR);
  });

  it('completes the round right away if the last review leaves one entry or none', async () => {
    const moderator = await buildMember(app, { role: 'moderator' });
    await enterRound(app, round.id, anna);
    const late = await enterRound(app, round.id, ben, { content: doubtfulProse(60, 73) });
    await app.work();
    await letPass(app, 73 * HOUR, [...everyone(), moderator]);
    await tick();
    await decide(app, moderator, late.id, 'reject');
    expect((await look(round.id)).result?.winner?.author?.id).toBe(anna.id);
    expect(await noticesOf(ben)).toEqual(['round_won', 'entry_rejected', 'round_started']);
  });
});

describe('effects of other actions on a round', () => {
  it('refuses to delete a story during a round, but not before and after', async () => {
    const can = async () => (await app.call(storyApi.viewerState, { storyId: contest.storyId }, creator)).can.delete;
    const round = await startRound(app, contest);
    expect(await can()).toBe(false);
    expect(outcome(await app.send(storyApi.delete, { storyId: contest.storyId }, creator))).toBe('409 round_running');
    await pass(73 * HOUR);
    await tick();
    expect((await look(round.id)).status).toBe('completed');
    expect(await can()).toBe(true);
    await app.call(contestApi.createRound, { storyId: contest.storyId, start: 'when_enough' }, creator).catch(() => {});
    await pass(73 * HOUR);
    await tick();
    expect(outcome(await app.send(storyApi.delete, { storyId: contest.storyId }, creator))).toBe('200');
  });

  it('counts a finished vote before its story is deleted', async () => {
    const round = await startRound(app, contest);
    for (const member of [anna, ben]) await enterRound(app, round.id, member);
    await app.work();
    await pass(72 * HOUR + MINUTE);
    await tick();
    await pass(48 * HOUR + MINUTE);
    await app.call(storyApi.delete, { storyId: contest.storyId }, creator);
    await app.call(storyApi.undelete, { storyId: contest.storyId }, creator);
    expect((await look(round.id)).result?.winner?.author?.id).toBe(anna.id);
  });

  it('removes the entry of a suspended member from an open round', async () => {
    const round = await startRound(app, contest);
    for (const member of everyone()) await enterRound(app, round.id, member);
    await app.work();
    const ctx = createCtx(app.deps, { language: 'en' });
    await restrictAccount(ctx, anna.id, {
      action: 'suspend',
      reason: 'Spam in several stories.',
      until: new Date(Date.now() + 90 * DAY),
    });
    expect(await look(round.id)).toMatchObject({ entryCount: 2, participantCount: 2 });
    await letPass(app, 73 * HOUR, [creator, ben]);
    await tick();
    expect(await look(round.id)).toMatchObject({ status: 'voting', entryCount: 2 });
  });

  it('keeps the entry of a member who leaves the story', async () => {
    const round = await startRound(app, contest);
    await enterRound(app, round.id, anna, { title: 'Left behind' });
    await app.work();
    await app.call(participationApi.leave, { storyId: contest.storyId }, anna);
    await pass(73 * HOUR);
    await tick();
    expect((await look(round.id)).result?.winner).toMatchObject({ title: 'Left behind', author: { id: anna.id } });
    expect((await app.call(messageApi.list, { type: 'contest_winner' }, anna)).items).toHaveLength(1);
  });

  it('keeps the settings that a round started with', async () => {
    const round = await startRound(app, contest);
    await app.call(
      storyApi.update,
      { storyId: contest.storyId, writingHours: 1, votingHours: 1, minUnits: 300 },
      creator,
    );
    expect(await look(round.id)).toMatchObject({ writingHours: 72, votingHours: 48, minUnits: 50 });
    expect((await look(round.id)).writingEndsAt).toBe(round.writingEndsAt);
  });
});

it('lists rounds newest first, in pages', async () => {
  const first = await startRound(app, contest);
  await pass(73 * HOUR);
  await tick();
  const second = await startRound(app, contest);
  const page = await app.call(contestApi.rounds, { storyId: contest.storyId, limit: 1 });
  expect(page.items.map(({ id }) => id)).toEqual([second.id]);
  const rest = await app.call(contestApi.rounds, { storyId: contest.storyId, limit: 1, cursor: page.next! });
  expect(rest.items.map(({ id, number }) => [id, number])).toEqual([[first.id, 1]]);
  expect(rest.next).toBeNull();
});
