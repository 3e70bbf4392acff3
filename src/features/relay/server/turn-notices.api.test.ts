import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { DAY } from '#core/time.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { tick } from '#server/regular.job.ts';
import { buildChapterDraft, type Member, outcome, prose } from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { buildRelay, letPass, type Relay } from '#testing/together.ts';
import { relayApi } from '../contract.ts';

const app = setUpTestApp();
let seed = 95_000;
beforeAll(() => app.app.cache.setListening(false));
afterEach(() => expectInvariants(app));

async function runTick(): Promise<void> {
  await enqueue(app.deps, tick, {});
  await app.work();
}
async function pass(days: number, { creator, others }: Relay): Promise<void> {
  await letPass(app, days * DAY, [creator, ...others]);
  await runTick();
}
/** The inbox as plain text, newest first. */
async function inbox(of: Member, tab: 'all' | 'unread' = 'all'): Promise<string[]> {
  const { items } = await app.call(messageApi.list, { tab, limit: 50 }, of);
  return items.map(({ content }) => content.replaceAll(/<[^>]*>/g, ''));
}
const about = async (of: Member, pattern: RegExp) => (await inbox(of)).filter((text) => pattern.test(text));
async function draft(author: Member, storyId: string): Promise<string> {
  seed += 1;
  return (await buildChapterDraft(app, author, storyId, { content: prose(350, seed) })).id;
}
async function write(author: Member, storyId: string, next: Member): Promise<void> {
  const chapterId = await draft(author, storyId);
  expect(outcome(await app.send(chapterApi.submit, { chapterId, nextAuthorId: next.id }, author))).toBe('200');
  await app.work();
}
const writer = async (storyId: string) => (await app.call(relayApi.turn, { storyId })).current?.user.id ?? null;

const LOST = /missed the deadline/;

it('tells a writer who missed a turn about their draft only if there is one', async () => {
  const relay = await buildRelay(app, 1);
  const { storyId, creator, others } = relay;
  await draft(creator, storyId);
  await pass(8, relay);
  expect(await about(creator, LOST)).toEqual([expect.stringContaining('Your draft is kept.')]);
  await pass(8, relay);
  expect(await about(others[0]!, LOST)).toEqual([expect.not.stringContaining('draft')]);
});

it('tells a writer who missed two turns that they are skipped, and how to return', async () => {
  const relay = await buildRelay(app, 2);
  const { storyId, creator, others } = relay;
  const [first] = others as [Member, Member];
  await app.call(relayApi.passTurn, { storyId, nextAuthorId: first.id }, creator);
  await pass(8, relay);
  expect((await about(first, LOST))[0]).not.toContain('skipped');
  await app.call(relayApi.reassign, { storyId, userId: first.id }, creator);
  await pass(8, relay);
  expect((await about(first, LOST))[0]).toContain('skipped until you rejoin the queue');
});

it('names the author before only if they have written', async () => {
  const { storyId, creator, others } = await buildRelay(app, 2);
  const [first, second] = others as [Member, Member];
  await write(creator, storyId, first);
  expect((await about(first, /It’s your turn/))[0]).toContain(`You follow ${creator.username}.`);
  await app.call(relayApi.passTurn, { storyId, nextAuthorId: second.id }, first);
  expect((await about(second, /It’s your turn/))[0]).not.toContain('You follow');
});

it('marks “It’s your turn” and reminders as read once the chapter is submitted or the turn is over', async () => {
  const relay = await buildRelay(app, 2);
  const { storyId, creator, others } = relay;
  const [first, second] = others as [Member, Member];
  const open = async (of: Member) => (await inbox(of, 'unread')).filter((text) => /your turn in/.test(text));
  await app.call(relayApi.passTurn, { storyId, nextAuthorId: first.id }, creator);
  await letPass(app, 4 * DAY, [creator, ...others]);
  await runTick();
  expect(await open(first)).toHaveLength(2);
  const chapterId = await draft(first, storyId);
  await app.send(chapterApi.submit, { chapterId, nextAuthorId: second.id }, first);
  expect(await open(first)).toEqual([]);
  await app.work();
  expect(await open(second)).toHaveLength(1);
  await app.call(relayApi.reassign, { storyId, userId: creator.id }, creator);
  expect(await open(second)).toEqual([]);
  expect(await open(creator)).toHaveLength(1);
});

it('notifies skipped writers when a relay starts to rest, and everyone once more after the length of a turn', async () => {
  const relay = await buildRelay(app, 1);
  const { storyId, creator, others } = relay;
  const other = others[0]!;
  // The creator is skipped after two turns, so the other writer is alone.
  await pass(8, relay);
  await app.call(relayApi.passTurn, { storyId }, other);
  expect(await about(creator, /skipped there/)).toEqual([]);
  await pass(8, relay);
  expect(await writer(storyId)).toBe(other.id);
  expect(await about(creator, /skipped there/)).toHaveLength(1);
  await pass(1, relay);
  expect(await about(creator, /skipped there/)).toHaveLength(1);
  await pass(7, relay);
  await Promise.all([runTick(), runTick()]);
  expect(await about(creator, /skipped there/)).toHaveLength(2);
  expect(await about(other, /still your turn in/)).toHaveLength(1);
  await pass(20, relay);
  expect(await about(creator, /skipped there/)).toHaveLength(2);
  // With a second writer the timer runs again, and nothing rests.
  await app.call(relayApi.rejoinQueue, { storyId }, creator);
  const { rows } =
    await sql`select from relay_turns where story_id = ${storyId} and rest_reminder_at is not null`.execute(
      app.database.db,
    );
  expect(rows).toEqual([]);
});

it('tells the creator if only one other writer is left, or no one', async () => {
  const relay = await buildRelay(app, 3);
  const { storyId, creator, others } = relay;
  const [first, second, third] = others as [Member, Member, Member];
  await app.call(relayApi.passTurn, { storyId, nextAuthorId: first.id }, creator);
  await sql`update relay_queue set skipped_at = db_clock(), misses = 2 where story_id = ${storyId}
    and account_id <> ${first.id}`.execute(app.database.db);
  await sql`update relay_queue set skipped_at = null, misses = 0 where story_id = ${storyId}
    and account_id = ${second.id}`.execute(app.database.db);
  await app.call(participationApi.leave, { storyId }, second);
  // The creator is skipped, too, so they are asked to rejoin like the others.
  expect(await about(third, /skipped there/)).toHaveLength(1);
  expect(await about(creator, /skipped there/)).toHaveLength(1);
  await app.call(relayApi.rejoinQueue, { storyId }, creator);
  await app.call(relayApi.passTurn, { storyId }, first);
  expect(await writer(storyId)).toBe(creator.id);
  await app.call(participationApi.leave, { storyId }, first);
  expect((await about(creator, /needs writers/))[0]).toContain('Only you can write right now');
});

it('plans no reminder for a turn that has ended', async () => {
  const { storyId, creator } = await buildRelay(app, 0);
  const chapterId = await draft(creator, storyId);
  expect(outcome(await app.send(chapterApi.submit, { chapterId }, creator))).toBe('200');
  await app.work();
  const { db } = app.database;
  const turns = db.selectFrom('relay_turns').where('story_id', '=', storyId).orderBy('id');
  const planned = await turns.select(['phase', 'rest_reminder_at']).execute();
  expect(planned.map(({ phase, rest_reminder_at: at }) => [phase, at !== null])).toEqual([
    ['ended', false],
    ['writing', true],
  ]);
});

it('reminds no one of a relay that is paused, or of one that never had a second writer, except its writer', async () => {
  const alone = await buildRelay(app, 0);
  await pass(8, alone);
  expect(await about(alone.creator, /still your turn in/)).toHaveLength(1);
  expect(await about(alone.creator, /needs writers/)).toEqual([]);
  const paused = await buildRelay(app, 0);
  await app.call(storyApi.update, { storyId: paused.storyId, progress: 'paused' }, paused.creator);
  await pass(30, paused);
  expect(await about(paused.creator, /still your turn in/)).toEqual([]);
});

it('tells the next writer that it’s their turn if the only other one leaves', async () => {
  const { storyId, creator, others } = await buildRelay(app, 1);
  const other = others[0]!;
  await app.call(relayApi.passTurn, { storyId }, creator);
  expect(await inbox(creator, 'unread')).not.toContainEqual(expect.stringContaining('It’s your turn in'));
  await app.call(participationApi.leave, { storyId }, other);
  expect(await writer(storyId)).toBe(creator.id);
  expect(await inbox(creator, 'unread')).toContainEqual(expect.stringContaining('It’s your turn in'));
});

it('declares every refusal of writing without the turn', async () => {
  const { storyId, others } = await buildRelay(app, 1);
  const other = others[0]!;
  const created = await app.send(chapterApi.create, { storyId, title: 'Too early' }, other);
  expect(outcome(created)).toBe('409 not_your_turn');
  expect(chapterApi.create.errors).toContain('not_your_turn');
  expect(chapterApi.submit.errors).toContain('not_your_turn');
});
