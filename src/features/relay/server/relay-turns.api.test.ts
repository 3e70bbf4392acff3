import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { restrictAccount } from '#features/accounts/server/index.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import type { MessageType } from '#features/messages/model/message-types.ts';
import { participationApi } from '#features/participation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { tick } from '#server/regular.job.ts';
import {
  buildChapterDraft,
  buildMember,
  decide,
  doubtfulProse,
  type Member,
  outcome,
  prose,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { buildRelay, letIn, letPass, type Relay } from '#testing/together.ts';
import { relayApi } from '../contract.ts';

const app = setUpTestApp();
let moderator: Member;
let seed = 90_000;
beforeAll(async () => {
  app.app.cache.setListening(false);
  moderator = await buildMember(app, { role: 'moderator' });
});
afterEach(() => expectInvariants(app));

const ctx = () => createCtx(app.deps, { language: 'en' });
const turn = (storyId: string) => app.call(relayApi.turn, { storyId });
const writer = async (storyId: string) => (await turn(storyId)).current?.user.id ?? null;
const queue = async (storyId: string) => (await turn(storyId)).queue.map(({ id }) => id);
const viewer = (storyId: string, member: Member) => app.call(relayApi.viewerState, { storyId }, member);
async function runTick(): Promise<void> {
  await enqueue(app.deps, tick, {});
  await app.work();
}
/** Logs all members of the relay in again afterwards. */
const pass = (milliseconds: number, relay: Relay) =>
  letPass(app, milliseconds, [moderator, relay.creator, ...relay.others]);
async function timeLeft(storyId: string): Promise<number | null> {
  const { rows } = await sql<{ left: string | null }>`select extract(epoch from deadline - db_clock()) * 1000 as left
    from relay_turns where story_id = ${storyId} and phase <> 'ended'`.execute(app.database.db);
  return rows[0]?.left ? Number(rows[0].left) : null;
}
/** Approximate, because time passes while the test runs. */
const near = (milliseconds: number) => ({
  asymmetricMatch: (value: number) => Math.abs(value - milliseconds) < 5 * MINUTE,
});
async function messages(member: Member, type: MessageType): Promise<string[]> {
  const { items } = await app.call(messageApi.list, { type: type as never, limit: 50 }, member);
  return items.map(({ data }) => data.storyId ?? '');
}
const count = async (member: Member, type: MessageType, storyId: string) =>
  (await messages(member, type)).filter((id) => id === storyId).length;
async function draft(author: Member, storyId: string, kind: 'plain' | 'doubtful' = 'plain'): Promise<string> {
  seed += 1;
  const content = kind === 'plain' ? prose(350, seed) : doubtfulProse(350, seed);
  return (await buildChapterDraft(app, author, storyId, { content })).id;
}
const submit = (author: Member, chapterId: string, next?: Member) =>
  app.send(chapterApi.submit, { chapterId, ...(next ? { nextAuthorId: next.id } : {}) }, author);
async function write(author: Member, storyId: string, next?: Member): Promise<string> {
  const chapterId = await draft(author, storyId);
  expect(outcome(await submit(author, chapterId, next))).toBe('200');
  await app.work();
  return chapterId;
}

describe('a relay of one', () => {
  it('lets its creator continue without a timer', async () => {
    const { storyId, creator } = await buildRelay(app, 0);
    expect(await turn(storyId)).toMatchObject({
      current: { user: { id: creator.id }, phase: 'writing', deadline: null, chapterNumber: 2, extended: false },
      queue: [],
      skipped: [],
    });
    await write(creator, storyId);
    await write(creator, storyId, creator);
    expect(await turn(storyId)).toMatchObject({ current: { user: { id: creator.id }, chapterNumber: 4 } });
    expect(await count(creator, 'relay_your_turn', storyId)).toBe(0);
    expect((await viewer(storyId, creator)).can).toEqual({
      passTurn: false,
      extend: false,
      reassign: false,
      rejoinQueue: false,
    });
  });

  it('starts the timer when another writer joins, and stops it when they leave', async () => {
    const { storyId, creator } = await buildRelay(app, 0);
    const member = await buildMember(app);
    await letIn(app, creator, storyId, member);
    expect(await timeLeft(storyId)).toEqual(near(7 * DAY));
    expect(await queue(storyId)).toEqual([member.id]);
    await app.call(participationApi.leave, { storyId }, member);
    expect(await timeLeft(storyId)).toBeNull();
    expect(await writer(storyId)).toBe(creator.id);
  });
});

describe('a chapter', () => {
  it('gives the turn to the chosen author when it is published, and notifies them once', async () => {
    const { storyId, creator, others } = await buildRelay(app, 3);
    const [first, second, third] = others as [Member, Member, Member];
    expect(await queue(storyId)).toEqual([first.id, second.id, third.id]);
    expect((await viewer(storyId, creator)).candidates.map(({ id }) => id)).toEqual([first.id, second.id, third.id]);
    const chapterId = await draft(creator, storyId);
    expect((await submit(creator, chapterId)).body).toMatchObject({
      code: 'invalid_input',
      fields: { nextAuthorId: 'Choose who writes next.' },
    });
    expect((await submit(creator, chapterId, creator)).body).toMatchObject({
      fields: { nextAuthorId: expect.any(String) },
    });
    expect((await submit(creator, chapterId, moderator)).body.fields).toHaveProperty('nextAuthorId');
    expect(outcome(await submit(creator, chapterId, second))).toBe('200');
    expect(await turn(storyId)).toMatchObject({
      current: { user: { id: creator.id }, phase: 'review', deadline: null },
    });
    await app.work();
    expect(await turn(storyId)).toMatchObject({
      current: { user: { id: second.id, number: 3 }, phase: 'writing', chapterNumber: 3 },
    });
    expect(await timeLeft(storyId)).toEqual(near(7 * DAY));
    expect(await queue(storyId)).toEqual([first.id, third.id, creator.id]);
    expect(await count(second, 'relay_your_turn', storyId)).toBe(1);
    expect(await count(first, 'relay_your_turn', storyId)).toBe(0);
    const { items } = await app.call(participationApi.participants, { storyId });
    expect(items.map(({ isCurrentWriter, chapterCount }) => [isCurrentWriter, chapterCount])).toEqual([
      [false, 2],
      [false, 0],
      [true, 0],
      [false, 0],
    ]);
  });

  it('can only be started and submitted by the current writer', async () => {
    const { storyId, others } = await buildRelay(app, 1);
    const attempt = (member: Member) => app.send(chapterApi.create, { storyId, title: 'x' }, member);
    expect(outcome(await attempt(others[0]!))).toBe('409 not_your_turn');
    expect(outcome(await attempt(moderator))).toBe('403 forbidden');
    const state = async (member: Member) => (await app.call(storyApi.viewerState, { storyId }, member)).writeNext;
    expect(await state(others[0]!)).toBeNull();
  });

  it('keeps the first words of a writer whose turn has just passed, for their next turn', async () => {
    const { storyId, creator, others } = await buildRelay(app, 1);
    const keep = (member: Member) => app.send(chapterApi.create, { storyId, title: 'Kept', keep: true }, member);
    const kept = await keep(others[0]!);
    expect(kept.body.data).toMatchObject({ title: 'Kept', status: 'draft', can: { edit: true, submit: false } });
    expect(outcome(await keep(moderator))).toBe('403 forbidden');
    const { id } = kept.body.data as { id: string };
    expect(outcome(await app.send(chapterApi.submit, { chapterId: id }, others[0]!))).toBe('409 not_your_turn');
    const editor = await app.call(chapterApi.editor, { storyId }, others[0]!);
    expect(editor).toMatchObject({ canWrite: false, draft: { id } });
    await app.call(relayApi.passTurn, { storyId, nextAuthorId: others[0]!.id }, creator);
    expect((await app.call(chapterApi.editor, { storyId }, others[0]!)).draft).toMatchObject({ can: { submit: true } });
  });

  it('pauses the timer in review, and continues it after a rejection, with at least a day left', async () => {
    const relay = await buildRelay(app, 1);
    const { storyId, creator, others } = relay;
    const next = others[0]!;
    const chapterId = await draft(creator, storyId, 'doubtful');
    await pass(2 * DAY, relay);
    await submit(creator, chapterId, next);
    await app.work();
    await pass(30 * DAY, relay);
    await runTick();
    await decide(app, moderator, chapterId, 'reject');
    expect(await timeLeft(storyId)).toEqual(near(5 * DAY));
    await pass(5 * DAY - HOUR, relay);
    await submit(creator, chapterId, next);
    await app.work();
    await decide(app, moderator, chapterId, 'reject');
    expect(await timeLeft(storyId)).toEqual(near(DAY));
    await pass(DAY - HOUR, relay);
    await submit(creator, chapterId, next);
    await app.call(chapterApi.withdraw, { chapterId }, creator);
    expect(await timeLeft(storyId)).toEqual(near(HOUR));
    expect(await writer(storyId)).toBe(creator.id);
  });

  it('gives the turn to the next in the queue if the chosen author has left', async () => {
    const { storyId, creator, others } = await buildRelay(app, 2);
    const [first, second] = others as [Member, Member];
    const chapterId = await draft(creator, storyId, 'doubtful');
    await submit(creator, chapterId, first);
    await app.work();
    await app.call(participationApi.leave, { storyId }, first);
    await decide(app, moderator, chapterId, 'approve');
    expect(await writer(storyId)).toBe(second.id);
    expect(await count(second, 'relay_your_turn', storyId)).toBe(1);
  });
});

describe('the turn timer', () => {
  it('sends one reminder at half time and one a day before the end', async () => {
    const relay = await buildRelay(app, 1);
    const { storyId, creator } = relay;
    const reminders = () => count(creator, 'relay_turn_reminder', storyId);
    await pass(3 * DAY, relay);
    await runTick();
    expect(await reminders()).toBe(0);
    await pass(13 * HOUR, relay);
    await Promise.all([runTick(), runTick()]);
    expect(await reminders()).toBe(1);
    await pass(2 * DAY + 12 * HOUR, relay);
    await runTick();
    await runTick();
    expect(await reminders()).toBe(2);
    // Even if a restored backup has forgotten that they were sent.
    await app.database.db
      .updateTable('relay_turns')
      .set({ reminded_half_at: null, reminded_last_at: null })
      .where('story_id', '=', storyId)
      .execute();
    await Promise.all([runTick(), runTick()]);
    expect(await reminders()).toBe(2);
  });

  it('ends the turn when it expires, keeps the draft, and releases its chapter number', async () => {
    const relay = await buildRelay(app, 2);
    const { storyId, creator, others } = relay;
    const [first, second] = others as [Member, Member];
    const chapterId = await draft(creator, storyId);
    await pass(7 * DAY - MINUTE, relay);
    await runTick();
    expect(await writer(storyId)).toBe(creator.id);
    await pass(2 * MINUTE, relay);
    // Late submissions are refused even before the tick.
    expect(outcome(await submit(creator, chapterId, second))).toBe('409 not_your_turn');
    await runTick();
    expect(await writer(storyId)).toBe(first.id);
    expect(await count(creator, 'relay_turn_passed', storyId)).toBe(1);
    expect(await app.call(chapterApi.draft, { chapterId }, creator)).toMatchObject({
      status: 'draft',
      can: { submit: false },
    });
    await write(first, storyId, second);
    expect(await writer(storyId)).toBe(second.id);
    expect(await queue(storyId)).toEqual([creator.id, first.id]);
  });

  it('releases the number of a chapter that was rejected before the turn expired', async () => {
    const relay = await buildRelay(app, 1);
    const { storyId, creator, others } = relay;
    const chapterId = await draft(creator, storyId, 'doubtful');
    await submit(creator, chapterId, others[0]!);
    await app.work();
    await decide(app, moderator, chapterId, 'reject');
    await pass(8 * DAY, relay);
    await runTick();
    const next = await write(others[0]!, storyId, creator);
    expect(await app.call(chapterApi.detail, { chapterId: next })).toMatchObject({ number: 2 });
  });

  it('skips a writer who missed two turns in a row, until they rejoin the queue', async () => {
    const relay = await buildRelay(app, 2);
    const { storyId, creator, others } = relay;
    const [first, second] = others as [Member, Member];
    await app.call(relayApi.passTurn, { storyId, nextAuthorId: first.id }, creator);
    await pass(8 * DAY, relay);
    await runTick();
    expect(await writer(storyId)).toBe(second.id);
    await app.call(relayApi.passTurn, { storyId, nextAuthorId: first.id }, second);
    await pass(8 * DAY, relay);
    await runTick();
    expect((await turn(storyId)).skipped.map(({ id }) => id)).toEqual([first.id]);
    expect(await writer(storyId)).toBe(creator.id);
    expect(await queue(storyId)).toEqual([second.id]);
    expect((await viewer(storyId, first)).can.rejoinQueue).toBe(true);
    expect(outcome(await app.send(relayApi.rejoinQueue, { storyId }, second))).toBe('409 wrong_state');
    await app.call(relayApi.rejoinQueue, { storyId }, first);
    expect(await queue(storyId)).toEqual([second.id, first.id]);
    expect(outcome(await app.send(relayApi.rejoinQueue, { storyId }, first))).toBe('409 wrong_state');
  });

  it('resets the missed turns after a chapter', async () => {
    const relay = await buildRelay(app, 1);
    const { storyId, creator, others } = relay;
    const other = others[0]!;
    await pass(8 * DAY, relay);
    await runTick();
    await app.call(relayApi.passTurn, { storyId }, other);
    await write(creator, storyId, other);
    await app.call(relayApi.passTurn, { storyId }, other);
    await pass(8 * DAY, relay);
    await runTick();
    expect((await turn(storyId)).skipped).toEqual([]);
  });

  it('can be extended once, by 48 hours', async () => {
    const { storyId, creator, others } = await buildRelay(app, 1);
    const extend = (member: Member) => app.send(relayApi.extend, { storyId }, member);
    expect(outcome(await extend(others[0]!))).toBe('409 not_your_turn');
    expect(outcome(await extend(moderator))).toBe('403 forbidden');
    expect(outcome(await extend(creator))).toBe('200');
    expect(await timeLeft(storyId)).toEqual(near(9 * DAY));
    expect(outcome(await extend(creator))).toBe('409 turn_extended');
    expect(await turn(storyId)).toMatchObject({ current: { extended: true } });
  });

  it('is paused with the story, and continues with the remaining time', async () => {
    const relay = await buildRelay(app, 1);
    const { storyId, creator } = relay;
    await pass(DAY, relay);
    await app.call(storyApi.update, { storyId, progress: 'paused' }, creator);
    expect(await timeLeft(storyId)).toBeNull();
    await pass(30 * DAY, relay);
    await runTick();
    await app.call(storyApi.update, { storyId, progress: 'ongoing' }, creator);
    expect(await timeLeft(storyId)).toEqual(near(6 * DAY));
    await app.call(storyApi.delete, { storyId }, creator);
    await pass(20 * DAY, relay);
    await runTick();
    await app.call(storyApi.undelete, { storyId }, creator);
    expect(await timeLeft(storyId)).toEqual(near(6 * DAY));
  });
});

describe('passing the turn manually', () => {
  it('goes to the chosen writer, or to the first in the queue', async () => {
    const { storyId, creator, others } = await buildRelay(app, 2);
    const [first, second] = others as [Member, Member];
    const hand = (member: Member, next?: Member) =>
      app.send(relayApi.passTurn, { storyId, ...(next ? { nextAuthorId: next.id } : {}) }, member);
    expect(outcome(await hand(first))).toBe('409 not_your_turn');
    expect((await hand(creator, moderator)).body.fields).toHaveProperty('nextAuthorId');
    expect(outcome(await hand(creator, second))).toBe('200');
    expect(await writer(storyId)).toBe(second.id);
    expect(outcome(await hand(second))).toBe('200');
    expect(await writer(storyId)).toBe(first.id);
    expect(await count(creator, 'relay_turn_passed', storyId)).toBe(0);
  });

  it('is possible for the creator at any time, even during a review, whose chapter then stays a draft', async () => {
    const { storyId, creator, others } = await buildRelay(app, 2);
    const [first, second] = others as [Member, Member];
    await app.call(relayApi.passTurn, { storyId, nextAuthorId: first.id }, creator);
    const chapterId = await draft(first, storyId, 'doubtful');
    await submit(first, chapterId, creator);
    await app.work();
    const give = (member: Member, to: Member) => app.send(relayApi.reassign, { storyId, userId: to.id }, member);
    expect(outcome(await give(first, second))).toBe('403 forbidden');
    expect(outcome(await give(creator, moderator))).toBe('409 not_participant');
    expect(outcome(await give(creator, first))).toBe('409 wrong_state');
    expect(outcome(await give(creator, second))).toBe('200');
    expect(await writer(storyId)).toBe(second.id);
    expect(await app.call(chapterApi.draft, { chapterId }, first)).toMatchObject({ status: 'draft', number: null });
    expect(await count(first, 'relay_turn_passed', storyId)).toBe(1);
    await write(second, storyId, first);
  });
});

describe('no dead end', () => {
  it.each(['leave', 'remove', 'suspend', 'ban'] as const)('when the writer is gone (%s)', async (how) => {
    const { storyId, creator, others } = await buildRelay(app, 2);
    const [first, second] = others as [Member, Member];
    await app.call(relayApi.passTurn, { storyId, nextAuthorId: first.id }, creator);
    if (how === 'leave') await app.call(participationApi.leave, { storyId }, first);
    if (how === 'remove') await app.call(participationApi.remove, { storyId, userId: first.id }, creator);
    if (how === 'suspend')
      await restrictAccount(ctx(), first.id, {
        action: 'suspend',
        reason: 'A reason.',
        until: new Date(Date.now() + 90 * DAY + 400 * DAY),
      });
    if (how === 'ban') await restrictAccount(ctx(), first.id, { action: 'ban', reason: 'A reason.' });
    expect(await writer(storyId)).toBe(second.id);
    expect(await count(second, 'relay_your_turn', storyId)).toBe(1);
    expect(await queue(storyId)).toEqual([creator.id]);
  });

  it('gives the turn to the next writer who joins or returns if no one could write', async () => {
    const { storyId, creator } = await buildRelay(app, 0);
    await restrictAccount(ctx(), creator.id, { action: 'ban', reason: 'A reason.' });
    expect(await turn(storyId)).toMatchObject({ current: null, queue: [] });
    await restrictAccount(ctx(), creator.id, { action: 'lift', reason: 'A reason.' });
    expect(await writer(storyId)).toBe(creator.id);
    const open = (await buildRelay(app, 0)) satisfies Relay;
    await app.call(storyApi.update, { storyId: open.storyId, joinPolicy: 'open' }, open.creator);
    await restrictAccount(ctx(), open.creator.id, { action: 'ban', reason: 'A reason.' });
    const member = await buildMember(app);
    expect(await app.call(participationApi.apply, { storyId: open.storyId }, member)).toEqual({ state: 'accepted' });
    expect(await writer(open.storyId)).toBe(member.id);
  });
});

it('returns the turn of published relays only', async () => {
  const { storyId, creator } = await buildRelay(app, 0);
  await app.call(storyApi.delete, { storyId }, creator);
  const other = await app.send(relayApi.turn, { storyId: '999999999' });
  const deleted = await app.send(relayApi.turn, { storyId });
  expect(outcome(deleted)).toBe('404 story_not_found');
  expect(deleted.body).toEqual(other.body);
  expect(outcome(await app.send(relayApi.viewerState, { storyId }, creator))).toBe('404 story_not_found');
});
