import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moderationApi } from '#features/moderation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
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
import { chapterApi } from '../contract.ts';

const app = setUpTestApp();
const ROUNDS = Array.from({ length: FULL ? 40 : 3 }, (_, i) => i + 1);
let author: Member;
let one: Member;
let two: Member;
let storyId: string;
let seed = 60_000;

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  one = await buildMember(app, { role: 'moderator' });
  two = await buildMember(app, { role: 'moderator' });
});
beforeEach(async () => {
  storyId = (await buildPublishedStory(app, author)).story.id;
});

const draftOf = (chapterId: string) => app.call(chapterApi.draft, { chapterId }, author);
const as = (call: keyof typeof chapterApi, input: Record<string, unknown>) => () =>
  app.send(chapterApi[call], input, author);
type Calls = Record<string, () => Promise<WireAnswer>>;

async function collide(calls: Calls, round: number): Promise<Record<string, string>> {
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
const work = async (): Promise<WireAnswer> => {
  await app.work();
  return { status: 200, headers: {}, body: {} };
};

async function draft(kind: 'doubtful' | 'plain'): Promise<string> {
  seed += 1;
  return (
    await buildChapterDraft(app, author, storyId, {
      content: kind === 'plain' ? prose(120, seed) : doubtfulProse(120, seed),
    })
  ).id;
}
async function waiting(kind: 'new' | 'edit'): Promise<{ chapterId: string; version: number; decisions: Calls }> {
  let chapterId: string;
  if (kind === 'new') chapterId = await draft('doubtful');
  else {
    chapterId = (await buildPublishedChapter(app, author, storyId)).id;
    seed += 1;
    await app.call(chapterApi.update, { chapterId, version: 0, content: doubtfulProse(120, seed) }, author);
  }
  const { version } = await app.call(chapterApi.submit, { chapterId }, author);
  await app.work();
  const { id: reviewId } = await findQueued(app, one, chapterId);
  return {
    chapterId,
    version,
    decisions: {
      approve: () => app.send(moderationApi.approve, { reviewId, version }, one),
      approveToo: () => app.send(moderationApi.approve, { reviewId, version }, two),
      reject: () => app.send(moderationApi.reject, { reviewId, version, reason: REASON }, two),
    },
  };
}

it('twenty submissions at once succeed exactly once', async () => {
  const chapterId = await draft('plain');
  const held = await race(
    app,
    storyId,
    Array.from({ length: 15 }, () => as('submit', { chapterId })),
  );
  expect(held.map(outcome).sort()).toEqual(['200', ...Array(14).fill('409 chapter_in_review')]);
  const other = await draft('plain');
  const free = await Promise.all(Array.from({ length: 20 }, as('submit', { chapterId: other })));
  expect(free.map(outcome).sort()).toEqual(['200', ...Array(19).fill('409 chapter_in_review')]);
  await expectInvariants(app);
  await app.work();
  await expectInvariants(app);
});

describe('submitting during saves', () => {
  it.each(ROUNDS)('reviews what was saved last (round %i)', async (round) => {
    const chapterId = await draft('plain');
    const answers = await collide(
      {
        save: as('update', { chapterId, version: 1, title: 'Saved', content: doubtfulProse(120, 70_000 + round) }),
        other: as('update', { chapterId, version: 1, title: 'Other' }),
        submit: as('submit', { chapterId }),
      },
      round,
    );
    expect(answers.submit).toBe('200');
    await expectInvariants(app);
    await app.work();
    await expectInvariants(app);
    const { title, status } = await draftOf(chapterId);
    expect(title).toBe(answers.save === '200' ? 'Saved' : answers.other === '200' ? 'Other' : 'The left boot');
    expect(status).toBe(answers.save === '200' ? 'pending' : 'approved');
  });

  it.each(ROUNDS)('refuses a chapter emptied at the last moment, or refuses the save (round %i)', async (round) => {
    const chapterId = await draft('plain');
    const answers = await collide(
      { empty: as('update', { chapterId, version: 1, title: '', content: '' }), submit: as('submit', { chapterId }) },
      round + 10,
    );
    expect([answers.empty, answers.submit]).toBeOneOf([
      ['200', '400 invalid_input'],
      ['409 chapter_in_review', '200'],
    ]);
    await expectInvariants(app);
  });

  it.each(ROUNDS)('works for the first chapter with its story too (round %i)', async (round) => {
    const story = await app.call(
      storyApi.create,
      { title: 'x', description: 'x', mode: 'solo', categories: ['drama'], language: 'en' },
      author,
    );
    storyId = story.id;
    const chapterId = await draft('plain');
    const answers = await collide(
      {
        empty: as('update', { chapterId, version: 1, content: 'Too short.' }),
        submit: () => app.send(storyApi.submit, { storyId }, author),
      },
      round + 20,
    );
    expect([answers.empty, answers.submit]).toBeOneOf([
      ['200', '400 invalid_input'],
      ['409 chapter_in_review', '200'],
    ]);
    await app.work();
    await expectInvariants(app);
  });
});

describe.each(['new', 'edit'] as const)('a chapter in review (%s)', (kind) => {
  it.each(ROUNDS)('is approved, rejected or withdrawn, only one of them (round %i)', async (round) => {
    const { chapterId, decisions } = await waiting(kind);
    const answers = await collide({ ...decisions, withdraw: as('withdraw', { chapterId }) }, round + 100);
    const winners = succeeded(answers, 'approve', 'approveToo', 'reject', 'withdraw');
    expect(winners).toHaveLength(1);
    for (const [name, answer] of Object.entries(answers))
      if (name !== winners[0])
        expect(answer, name).toBe(name === 'withdraw' ? '409 wrong_state' : '409 review_outdated');
    const { status, editStatus } = await draftOf(chapterId);
    const expected = {
      approve: ['approved', null],
      approveToo: ['approved', null],
      reject: kind === 'new' ? ['rejected', null] : ['approved', 'rejected'],
      withdraw: kind === 'new' ? ['draft', null] : ['approved', 'draft'],
    }[winners[0]!];
    expect([status, editStatus]).toEqual(expected);
    await expectInvariants(app);
  });

  it.each(ROUNDS)('handles everything that its author can do at the same time (round %i)', async (round) => {
    const { chapterId, version, decisions } = await waiting(kind);
    const answers = await collide(
      {
        ...decisions,
        withdraw: as('withdraw', { chapterId }),
        submit: as('submit', { chapterId }),
        save: as('update', { chapterId, version, title: `Saved in ${round}` }),
        restore: as('restoreRevision', { chapterId, version, revision: 1 }),
        delete: as('delete', { chapterId }),
        discard: as('discardEdit', { chapterId }),
        next: as('create', { storyId, title: 'Another' }),
      },
      round + 200,
    );
    expect(succeeded(answers, 'approve', 'approveToo', 'reject').length).toBeLessThanOrEqual(1);
    expect(succeeded(answers, 'save', 'restore').length).toBeLessThanOrEqual(1);
    for (const [name, answer] of Object.entries(answers)) expect(answer, name).toMatch(/^(200|404|409) ?/);
    await expectInvariants(app);
    await app.work();
    await expectInvariants(app);
    if (answers.save === '200' && answers.delete !== '200' && answers.discard !== '200')
      expect(await draftOf(chapterId)).toMatchObject({ title: `Saved in ${round}` });
  });

  it.each(ROUNDS)('handles the deletion of its story (round %i)', async (round) => {
    const { chapterId, decisions } = await waiting(kind);
    const answers = await collide(
      {
        ...decisions,
        withdraw: as('withdraw', { chapterId }),
        away: () => app.send(storyApi.delete, { storyId }, author),
      },
      round + 300,
    );
    expect(answers.away).toBe('200');
    expect(succeeded(answers, 'approve', 'approveToo', 'reject', 'withdraw').length).toBeLessThanOrEqual(1);
    await expectInvariants(app);
    await app.call(storyApi.undelete, { storyId }, author);
    await expectInvariants(app);
  });
});

describe('a linear story', () => {
  it.each(ROUNDS)('keeps its order when chapters come and go (round %i)', async (round) => {
    const [second, third, fourth] = [await draft('doubtful'), await draft('plain'), await draft('doubtful')];
    for (const chapterId of [second, third, fourth]) await app.call(chapterApi.submit, { chapterId }, author);
    await app.work();
    const { id: reviewId, ...entry } = await findQueued(app, one, second);
    const { version } = await app.call(moderationApi.review, { reviewId }, one);
    expect(entry.isEdit).toBe(false);
    const fifth = await draft('plain');
    const answers = await collide(
      {
        approve: () => app.send(moderationApi.approve, { reviewId, version }, one),
        reject: () => app.send(moderationApi.reject, { reviewId, version, reason: REASON }, two),
        withdrawSecond: as('withdraw', { chapterId: second }),
        deleteSecond: as('delete', { chapterId: second }),
        withdrawThird: as('withdraw', { chapterId: third }),
        deleteThird: as('delete', { chapterId: third }),
        submitFifth: as('submit', { chapterId: fifth }),
        again: as('submit', { chapterId: second }),
      },
      round + 400,
    );
    for (const [name, answer] of Object.entries(answers)) expect(answer, name).toMatch(/^(200|404|409) ?/);
    await expectInvariants(app);
    await Promise.all([work(), work()]);
    await expectInvariants(app);
  });

  it.each(ROUNDS)('gives unique numbers to many chapters submitted and deleted at once (round %i)', async (round) => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => draft('plain')));
    const more = await Promise.all(Array.from({ length: 4 }, () => draft('doubtful')));
    for (const chapterId of more) await app.call(chapterApi.submit, { chapterId }, author);
    for (const chapterId of more.slice(2)) await app.call(chapterApi.withdraw, { chapterId }, author);
    const calls: Calls = { machine: work };
    for (const [i, chapterId] of ids.entries()) calls[`submit ${i}`] = as('submit', { chapterId });
    for (const [i, chapterId] of more.slice(2).entries()) calls[`delete ${i}`] = as('delete', { chapterId });
    for (const [i, chapterId] of more.slice(0, 2).entries()) calls[`withdraw ${i}`] = as('withdraw', { chapterId });
    const answers = await collide(calls, round + 500);
    for (const [name, answer] of Object.entries(answers)) expect(answer, name).toMatch(/^(200|409) ?/);
    await app.work();
    await expectInvariants(app);
  });
});

it('no race causes a deadlock in the database', async () => {
  const { rows } = await sql<{
    deadlocks: string;
  }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(app.database.db);
  expect(rows[0]!.deadlocks).toBe('0');
});
