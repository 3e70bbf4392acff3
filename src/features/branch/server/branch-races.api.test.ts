import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { chapterApi } from '#features/chapters/contract.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import {
  buildBranchStory,
  buildChapterDraft,
  buildMember,
  decide,
  doubtfulProse,
  findQueued,
  type Member,
  outcome,
  REASON,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { race, seededRandom, shuffled } from '#testing/race.ts';
import { FULL } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { branchApi } from '../contract.ts';
import { WAYS_MAX } from '../model/branch-limits.ts';
import { takeIn } from './branch.test-kit.ts';

const app = setUpTestApp();
const ROUNDS = Array.from({ length: FULL ? 20 : 3 }, (_, i) => i + 1);
let creator: Member;
let moderator: Member;
let writers: Member[];
let seed = 90_000;

beforeAll(async () => {
  app.app.cache.setListening(false);
  creator = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
  writers = [];
  for (let i = 0; i < 12; i += 1) writers.push(await buildMember(app));
});

async function begun(): Promise<{ storyId: string; first: string }> {
  const { storyId, ids } = await buildBranchStory(app, creator, {});
  await takeIn(app, storyId, ...writers);
  return { storyId, first: ids.first! };
}
async function draft(who: Member, storyId: string, first: string, kind: 'plain' | 'doubtful' = 'plain') {
  seed += 1;
  const { id } = await buildChapterDraft(app, who, storyId, {
    parentChapterId: first,
    choice: `Way ${seed}`,
    ...(kind === 'doubtful' ? { content: doubtfulProse(120, seed) } : {}),
  });
  return id;
}
const submit = (who: Member, chapterId: string) => () => app.send(chapterApi.submit, { chapterId }, who);
const outcomesOf = (answers: Parameters<typeof outcome>[0][]) => answers.map(outcome).sort();

describe.each(ROUNDS)('twelve concurrent requests after one chapter (round %i)', (round) => {
  it('accept eight chapters', async () => {
    const { storyId, first } = await begun();
    const drafts = await Promise.all(writers.map(async (who) => ({ who, id: await draft(who, storyId, first) })));
    const answers = await race(
      app,
      storyId,
      shuffled(drafts, seededRandom(round)).map(({ who, id }) => submit(who, id)),
    );
    expect(outcomesOf(answers)).toEqual([
      ...Array(WAYS_MAX).fill('200'),
      ...Array(writers.length - WAYS_MAX).fill('409 no_continuation_left'),
    ]);
    await app.work();
    const { ways, taken } = await app.call(branchApi.continuations, { chapterId: first });
    expect([ways.length, taken]).toEqual([WAYS_MAX, WAYS_MAX]);
    await expectInvariants(app);
  });

  it('accept eight reservations', async () => {
    const { storyId, first } = await begun();
    const answers = await race(
      app,
      storyId,
      writers.map((who) => () => app.send(branchApi.reserve, { chapterId: first }, who)),
    );
    expect(outcomesOf(answers)).toEqual([...Array(WAYS_MAX).fill('200'), ...Array(4).fill('409 no_continuation_left')]);
    expect((await app.call(branchApi.continuations, { chapterId: first })).reservations).toHaveLength(WAYS_MAX);
  });

  it('accept eight reservations and chapters together, and never refuse a member with a reservation', async () => {
    const { storyId, first } = await begun();
    const drafts = await Promise.all(writers.map(async (who) => ({ who, id: await draft(who, storyId, first) })));
    const holders = drafts.slice(0, 3);
    for (const { who } of holders) await app.call(branchApi.reserve, { chapterId: first }, who);
    const calls = drafts.map(({ who, id }) => ({ who, call: submit(who, id) }));
    const order = shuffled(calls, seededRandom(round + 50));
    const answers = await race(
      app,
      storyId,
      order.map(({ call }) => call),
    );
    expect(outcomesOf(answers).filter((answer) => answer === '200')).toHaveLength(WAYS_MAX);
    for (const [i, { who }] of order.entries())
      if (holders.some((holder) => holder.who === who)) expect(outcome(answers[i]!)).toBe('200');
    await app.work();
    await expectInvariants(app);
  });
});

it.each(ROUNDS)('concurrent changes to continuations break no rule (round %i)', async (round) => {
  const { storyId, first } = await begun();
  const [one, two, three] = writers as [Member, Member, Member];
  const waiting = await draft(one, storyId, first, 'doubtful');
  const back = await draft(two, storyId, first, 'doubtful');
  for (const [who, id] of [
    [one, waiting],
    [two, back],
  ] as const)
    await app.call(chapterApi.submit, { chapterId: id }, who);
  await app.work();
  await decide(app, moderator, back, 'reject');
  const { id: reviewId } = await findQueued(app, moderator, waiting);
  const { version } = await app.call(moderationApi.review, { reviewId }, moderator);
  const fresh = await draft(three, storyId, first);
  const calls = {
    approve: () => app.send(moderationApi.approve, { reviewId, version }, moderator),
    reject: () => app.send(moderationApi.reject, { reviewId, version, reason: REASON }, moderator),
    withdraw: () => app.send(chapterApi.withdraw, { chapterId: waiting }, one),
    again: submit(two, back),
    delete: () => app.send(chapterApi.delete, { chapterId: back }, two),
    fresh: submit(three, fresh),
    reserve: () => app.send(branchApi.reserve, { chapterId: first }, three),
    release: () => app.send(branchApi.release, { chapterId: first }, three),
  };
  const order = shuffled(Object.keys(calls) as (keyof typeof calls)[], seededRandom(round));
  const answers = await race(
    app,
    storyId,
    order.map((name) => calls[name]),
  );
  for (const [i, answer] of answers.entries()) expect(outcome(answer), order[i]).toMatch(/^(200|404|409) ?/);
  await expectInvariants(app);
  await app.work();
  await expectInvariants(app);
});

it('causes no deadlock in the database', async () => {
  const { rows } = await sql<{
    deadlocks: string;
  }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(app.database.db);
  expect(rows[0]!.deadlocks).toBe('0');
});
