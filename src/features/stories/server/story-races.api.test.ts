import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chapterApi } from '#features/chapters/contract.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedStory,
  buildStory,
  doubtfulProse,
  findQueued,
  type Member,
  outcome,
  prose,
  REASON,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { race, seededRandom, shuffled } from '#testing/race.ts';
import { FULL } from '#testing/rounds.ts';
import { setUpTestApp, type WireAnswer } from '#testing/test-app.ts';
import { type StoryDraft, storyApi } from '../contract.ts';

const app = setUpTestApp();
const ROUNDS = Array.from({ length: FULL ? 40 : 3 }, (_, i) => i + 1);
let creator: Member;
let one: Member;
let two: Member;
let seed = 40_000;

beforeAll(async () => {
  app.app.cache.setListening(false);
  one = await buildMember(app, { role: 'moderator' });
  two = await buildMember(app, { role: 'moderator' });
});

// A new member for each test, because all rounds together exceed 100 drafts.
beforeEach(async () => {
  creator = await buildMember(app);
});

const draftOf = (storyId: string) => app.call(storyApi.draft, { storyId }, creator);
const as = (call: keyof typeof storyApi, input: Record<string, unknown>) => () =>
  app.send(storyApi[call], input, creator);
type Calls = Record<string, () => Promise<WireAnswer>>;

/** Runs the calls concurrently, in an order that depends on the round. Returns the outcomes by name. */
async function collide(storyId: string, calls: Calls, round: number): Promise<Record<string, string>> {
  const order = shuffled(Object.keys(calls), seededRandom(round));
  const answers = await race(
    app,
    storyId,
    order.map((name) => calls[name]!),
  );
  return Object.fromEntries(order.map((name, i) => [name, outcome(answers[i]!)]));
}
const succeeded = (answers: Record<string, string>, ...names: string[]) =>
  names.filter((name) => answers[name] === '200');

async function storyWithChapter(): Promise<string> {
  const { id } = await buildStory(app, creator);
  seed += 1;
  await buildChapterDraft(app, creator, id, { content: doubtfulProse(120, seed) });
  return id;
}
async function waiting(kind: 'new' | 'edit'): Promise<{ storyId: string; decisions: Calls }> {
  let storyId: string;
  if (kind === 'new') storyId = await storyWithChapter();
  else {
    storyId = (await buildPublishedStory(app, creator)).story.id;
    await app.call(storyApi.update, { storyId, description: 'At www.lemon-shop.com' }, creator);
  }
  await app.call(storyApi.submit, { storyId }, creator);
  await app.work();
  const { id: reviewId } = await findQueued(app, one, storyId);
  const { version } = await draftOf(storyId);
  return {
    storyId,
    decisions: {
      approve: () => app.send(moderationApi.approve, { reviewId, version }, one),
      approveToo: () => app.send(moderationApi.approve, { reviewId, version }, two),
      reject: () => app.send(moderationApi.reject, { reviewId, version, reason: REASON }, two),
    },
  };
}

describe('twenty submissions at once', () => {
  it('of a new story succeed exactly once', async () => {
    const storyId = await storyWithChapter();
    const answers = await race(
      app,
      storyId,
      Array.from({ length: 15 }, () => as('submit', { storyId })),
    );
    expect(answers.map(outcome).sort()).toEqual(['200', ...Array(14).fill('409 story_in_review')]);
    await expectInvariants(app);
    await app.work();
    const { rows } = await sql`select id from reviews where story_id = ${storyId}`.execute(app.database.db);
    expect(rows).toHaveLength(1);
  });

  it('succeed exactly once without a lock to wait for', async () => {
    const storyId = await storyWithChapter();
    const answers = await Promise.all(Array.from({ length: 20 }, as('submit', { storyId })));
    expect(answers.map(outcome).sort()).toEqual(['200', ...Array(19).fill('409 story_in_review')]);
    await expectInvariants(app);
  });
});

describe.each(['new', 'edit'] as const)('a story in review (%s)', (kind) => {
  it.each(ROUNDS)('is approved, rejected or withdrawn, only one of them (round %i)', async (round) => {
    const { storyId, decisions } = await waiting(kind);
    const answers = await collide(storyId, { ...decisions, withdraw: as('withdraw', { storyId }) }, round);
    const winners = succeeded(answers, 'approve', 'approveToo', 'reject', 'withdraw');
    expect(winners).toHaveLength(1);
    const refusals = { withdraw: '409 wrong_state' } as Record<string, string>;
    for (const [name, answer] of Object.entries(answers))
      if (name !== winners[0]) expect(answer, name).toBe(refusals[name] ?? '409 review_outdated');
    const { status, editStatus } = await draftOf(storyId);
    const expected = {
      approve: ['published', null],
      approveToo: ['published', null],
      reject: kind === 'new' ? ['rejected', null] : ['published', 'rejected'],
      withdraw: kind === 'new' ? ['draft', null] : ['published', 'draft'],
    }[winners[0]!];
    expect([status, editStatus]).toEqual(expected);
    await expectInvariants(app);
  });

  it.each(ROUNDS)(
    'keeps a legal state in any order of deciding, resubmitting, saving and withdrawing (round %i)',
    async (round) => {
      const { storyId, decisions } = await waiting(kind);
      const before = await draftOf(storyId);
      const answers = await collide(
        storyId,
        {
          ...decisions,
          withdraw: as('withdraw', { storyId }),
          submit: as('submit', { storyId }),
          update: as('update', { storyId, title: `Saved in ${round}` }),
          rules: as('update', { storyId, progress: 'paused' }),
        },
        round + 100,
      );
      expect(succeeded(answers, 'approve', 'approveToo', 'reject').length).toBeLessThanOrEqual(1);
      // A rejected or withdrawn story can be resubmitted and then withdrawn within the race.
      const ends = succeeded(answers, 'approve', 'approveToo', 'reject', 'withdraw').length;
      expect(ends).toBeOneOf(answers.submit === '200' ? [1, 2] : [1]);
      expect(answers.rules).toBe('200');
      expect(answers.submit).toBeOneOf(['200', '409 story_in_review', '409 wrong_state']);
      expect(answers.update).toBeOneOf(['200', '409 story_in_review']);
      const after = await draftOf(storyId);
      expect(after.version).toBe(before.version + (answers.update === '200' ? 1 : 0));
      expect(after.title).toBe(answers.update === '200' ? `Saved in ${round}` : before.title);
      await expectInvariants(app);
      await app.work();
      await expectInvariants(app);
    },
  );

  it.each(ROUNDS)('can’t be decided after it is deleted (round %i)', async (round) => {
    const { storyId, decisions } = await waiting(kind);
    const answers = await collide(
      storyId,
      { ...decisions, delete: as('delete', { storyId }), withdraw: as('withdraw', { storyId }) },
      round + 200,
    );
    expect(answers.delete).toBe('200');
    expect(succeeded(answers, 'approve', 'approveToo', 'reject', 'withdraw').length).toBeLessThanOrEqual(1);
    await expectInvariants(app);
    await app.call(storyApi.undelete, { storyId }, creator);
    await expectInvariants(app);
  });
});

describe('two moderators at once', () => {
  it.each(ROUNDS)('make one decision about a story, with one message and one log row (round %i)', async (round) => {
    const { storyId, decisions } = await waiting('new');
    const { reject, ...approvals } = decisions;
    const answers = await collide(
      storyId,
      round % 2 ? approvals : { approve: decisions.approve!, reject: reject! },
      round,
    );
    expect(Object.values(answers).sort()).toEqual(['200', '409 review_outdated']);
    const { rows } = await sql`select m.id from messages m where m.story_id = ${storyId}`.execute(app.database.db);
    expect(rows).toHaveLength(1);
    await expectInvariants(app);
  });
});

describe('the automatic review', () => {
  it.each(ROUNDS)('against its author and a moderator: only one of them decides (round %i)', async (round) => {
    const { id: storyId } = await buildStory(app, creator);
    seed += 1;
    await buildChapterDraft(app, creator, storyId, { content: prose(120, seed) });
    const { version } = await app.call(storyApi.submit, { storyId }, creator);
    const { rows } = await sql<{
      id: string;
    }>`select id::text from reviews where subject_id = ${storyId} and subject_kind = 'story'`.execute(app.database.db);
    const reviewId = rows[0]!.id;
    const machine = async () => {
      await app.work();
      return { status: 200, headers: {}, body: {} };
    };
    const answers = await collide(
      storyId,
      {
        machine,
        withdraw: as('withdraw', { storyId }),
        approve: () => app.send(moderationApi.approve, { reviewId, version }, one),
        reject: () => app.send(moderationApi.reject, { reviewId, version, reason: REASON }, two),
      },
      round + 300,
    );
    expect(answers.reject, 'nobody rejects while the machine looks').toBe('409 review_outdated');
    expect(succeeded(answers, 'approve', 'withdraw').length).toBeLessThanOrEqual(1);
    const { status } = await draftOf(storyId);
    expect(status).toBe(answers.withdraw === '200' ? 'draft' : 'published');
    await expectInvariants(app);
  });
});

it('of many saves of one version only one succeeds; the others get the result', async () => {
  const { id: storyId } = await buildStory(app, creator);
  const answers = await race(
    app,
    storyId,
    Array.from({ length: 15 }, (_, i) => as('update', { storyId, version: 1, title: `Title ${i}` })),
  );
  expect(answers.map(outcome).sort()).toEqual(['200', ...Array(14).fill('409 conflict')]);
  const now = await draftOf(storyId);
  expect(now.version).toBe(2);
  for (const answer of answers)
    expect(answer.status === 200 ? answer.body.data : answer.body.details?.current).toEqual(now as StoryDraft);
});

it('a chapter submitted while its story is deleted and restored is never lost or published by mistake', async () => {
  for (const round of ROUNDS) {
    const { story } = await buildPublishedStory(app, creator);
    const storyId = story.id;
    seed += 1;
    const { id: chapterId } = await buildChapterDraft(app, creator, storyId, { content: prose(120, seed) });
    const answers = await collide(
      storyId,
      {
        submit: () => app.send(chapterApi.submit, { chapterId }, creator),
        delete: as('delete', { storyId }),
        undelete: as('undelete', { storyId }),
        save: () => app.send(chapterApi.update, { chapterId, version: 1, title: 'Saved' }, creator),
      },
      round + 400,
    );
    expect(answers.delete).toBe('200');
    await expectInvariants(app);
    await app.work();
    await expectInvariants(app);
    if (answers.undelete !== '200') await app.call(storyApi.undelete, { storyId }, creator);
    const draft = await app.call(chapterApi.draft, { chapterId }, creator);
    expect(draft.title).toBe(answers.save === '200' ? 'Saved' : 'The left boot');
    await expectInvariants(app);
  }
});
