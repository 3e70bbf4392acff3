import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountApi } from '#features/accounts/contract.ts';
import { restrictAccount } from '#features/accounts/server/index.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { createCtx } from '#platform/context.ts';
import { buildChapterDraft, buildMember, type Member, outcome, PASSWORD, prose } from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { race, seededRandom, shuffled } from '#testing/race.ts';
import { FULL, rounds } from '#testing/rounds.ts';
import { setUpTestApp, type WireAnswer } from '#testing/test-app.ts';
import { buildRelay, letIn, newestMessage, type Relay } from '#testing/together.ts';
import { relayApi } from '../contract.ts';
import { advanceExpiredTurns } from './turn-timer.tick.ts';

const app = setUpTestApp();
let relay: Relay;
let writer: Member;
let seed = 120_000;

beforeAll(() => app.app.cache.setListening(false));
beforeEach(async () => {
  relay = await buildRelay(app, 3);
  writer = relay.creator;
});

const ctx = () => createCtx(app.deps, { language: 'en' });
const OK: WireAnswer = { status: 200, headers: {}, body: {} };
const openTurns = async (storyId: string) => {
  const { rows } = await sql<{ account_id: string; phase: string }>`select account_id, phase from relay_turns
    where story_id = ${storyId} and phase <> 'ended'`.execute(app.database.db);
  return rows;
};
async function draft(author: Member, storyId = relay.storyId): Promise<string> {
  seed += 1;
  return (await buildChapterDraft(app, author, storyId, { content: prose(350, seed) })).id;
}

it.each([1, 2, 3])('accepts one of twenty concurrent submissions (repeat %i)', async () => {
  const { storyId, others } = relay;
  const chapterId = await draft(writer);
  const second = await draft(writer);
  const send = (id: string) => () =>
    app.send(chapterApi.submit, { chapterId: id, nextAuthorId: others[0]!.id }, writer);
  const answers = await race(app, storyId, [
    ...Array.from({ length: 14 }, () => send(chapterId)),
    ...Array.from({ length: 4 }, () => send(second)),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(
    answers.map(outcome).filter((answer) => !/^(200|409 (chapter_in_review|not_your_turn))$/.test(answer)),
  ).toEqual([]);
  await app.work();
  await expectInvariants(app);
  expect((await openTurns(storyId)).map((turn) => turn.account_id)).toEqual([others[0]!.id]);
  const { items } = await app.call(messageApi.list, { type: 'relay_your_turn' as never }, others[0]!);
  expect(items).toHaveLength(1);
});

const INTERLEAVINGS = rounds(43, 'interleavings');
const TABS = rounds(44, 'rounds');

describe('concurrent submitting, reassigning, leaving and suspending', () => {
  it(`always leaves one writer with the turn (${INTERLEAVINGS} interleavings)`, { timeout: 1_800_000 }, async () => {
    const [first, second, third] = relay.others as [Member, Member, Member];
    const { storyId, creator } = relay;
    for (let round = 1; round <= INTERLEAVINGS; round += 1) {
      const random = seededRandom(round);
      // The turn is with a writer who can leave and has a draft to submit.
      const holder = [first, second, third][random(3)]!;
      const [current] = await openTurns(storyId);
      if (current?.account_id !== holder.id) await app.call(relayApi.reassign, { storyId, userId: holder.id }, creator);
      const chapterId = await draft(holder);
      const [one, two] = [first, second, third].filter((member) => member !== holder) as [Member, Member];
      const victim = [holder, one][random(2)]!;
      const calls = {
        submit: () => app.send(chapterApi.submit, { chapterId, nextAuthorId: one.id }, holder),
        reassign: () => app.send(relayApi.reassign, { storyId, userId: two.id }, creator),
        leave: () => app.send(participationApi.leave, { storyId }, one),
        suspend: async () => {
          await restrictAccount(ctx(), victim.id, { action: 'ban', reason: 'A reason.' });
          return OK;
        },
      };
      const answers = await race(app, storyId, shuffled(Object.values(calls), random));
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
      expect(await openTurns(storyId), `round ${round}`).toHaveLength(1);
      await app.work();
      expect(await openTurns(storyId), `round ${round}`).toHaveLength(1);
      if (round % 10 === 0 || !FULL) await expectInvariants(app);
      // Brings everyone back for the next round, without drafts.
      await sql`update chapters set deleted_at = db_clock() where story_id = ${storyId} and status = 'draft'`.execute(
        app.database.db,
      );
      await restrictAccount(ctx(), victim.id, { action: 'lift', reason: 'A reason.' });
      Object.assign(victim, await app.call(accountApi.login, { email: victim.email, password: PASSWORD }));
      const { items } = await app.call(participationApi.participants, { storyId });
      if (!items.some(({ id }) => id === one.id)) await letIn(app, creator, storyId, one);
    }
  });
});

describe('accepting in one tab and declining in another', () => {
  it(`ends in one state (${TABS} rounds)`, { timeout: 900_000 }, async () => {
    const { storyId, creator } = relay;
    const member = await buildMember(app);
    for (let round = 1; round <= TABS; round += 1) {
      await app.call(participationApi.invite, { storyId, userId: member.id }, creator);
      const { id: messageId } = await newestMessage(app, member, 'story_invite');
      const answer = (accept: boolean) => () => app.send(messageApi.handleInvite, { messageId, accept }, member);
      const calls = [
        answer(true),
        answer(true),
        answer(false),
        () => app.send(participationApi.withdraw, { storyId, userId: member.id }, creator),
      ];
      const answers = await race(app, storyId, shuffled(calls, seededRandom(round)));
      expect(answers.map(outcome).sort()).toEqual(['200', ...Array(3).fill('409 request_ended')]);
      const { action_status: ended } = await newestMessage(app, member, 'story_invite');
      const { items } = await app.call(participationApi.participants, { storyId });
      const isIn = items.some(({ id }) => id === member.id);
      expect(isIn).toBe(ended === 'accepted');
      expect(['accepted', 'declined', 'withdrawn']).toContain(ended);
      if (isIn) await app.call(participationApi.leave, { storyId }, member);
      // After a refusal, the next invitation is barred for a week. So the next round uses another story.
      await sql`update participation_requests set ended_at = ended_at - interval '8 days' where story_id = ${storyId} and state = 'declined'`.execute(
        app.database.db,
      );
    }
    await expectInvariants(app);
  });
});

describe('a turn that expires while its chapter is submitted', () => {
  const OFFSETS = FULL ? Array.from({ length: 41 }, (_, i) => -200 + i * 10) : [-200, -20, 0, 20, 200];
  const databaseNow = async () => {
    const { rows } = await sql<{ now: Date }>`select db_clock() as now`.execute(app.database.db);
    return rows[0]!.now.getTime();
  };

  it.each(OFFSETS)('is decided once, by the database clock (%i ms)', async (offset) => {
    const { storyId, others } = relay;
    const next = others[1]!;
    const chapterId = await draft(writer);
    const { rows } = await sql<{
      deadline: Date;
    }>`update relay_turns set deadline = date_trunc('milliseconds', db_clock() + interval '400 ms')
      where story_id = ${storyId} and phase <> 'ended' returning deadline`.execute(app.database.db);
    const deadline = rows[0]!.deadline.getTime();
    let passed = false;
    const ticks = Array.from({ length: 3 }, async () => {
      while (!passed && (await databaseNow()) < deadline + 250) await advanceExpiredTurns({ ...app.deps, ...ctx() });
    });
    let begun = 0;
    do begun = await databaseNow();
    while (begun < deadline + offset);
    const answer = outcome(await app.send(chapterApi.submit, { chapterId, nextAuthorId: next.id }, writer));
    const answered = await databaseNow();
    await Promise.all(ticks);
    passed = true;
    await advanceExpiredTurns({ ...app.deps, ...ctx() });
    expect(['200', '409 not_your_turn']).toContain(answer);
    if (begun >= deadline) expect(answer).toBe('409 not_your_turn');
    if (answered < deadline) expect(answer).toBe('200');
    const [turn] = await openTurns(storyId);
    if (answer === '200') expect(turn).toEqual({ account_id: writer.id, phase: 'review' });
    else expect(turn).toEqual({ account_id: others[0]!.id, phase: 'writing' });
    const { rows: endings } = await sql<{
      ending: string;
    }>`select ending from relay_turns where story_id = ${storyId} and ending is not null`.execute(app.database.db);
    expect(endings.map(({ ending }) => ending)).toEqual(answer === '200' ? [] : ['expired']);
    await expectInvariants(app);
  });
});
