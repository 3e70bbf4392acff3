import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND } from '#core/time.ts';
import { restrictAccount } from '#features/accounts/server/index.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { createCtx } from '#platform/context.ts';
import { buildMember, buildPublishedStory, type Member, outcome, prose } from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { restrict, restricted } from '#testing/moderation.ts';
import { race, raceForMember, seededRandom, shuffled } from '#testing/race.ts';
import { FULL } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { letPass } from '#testing/together.ts';
import {
  approveTranslation,
  buildReviewer,
  publishTranslation,
  REJECTION,
  statusOf,
  submitTranslation,
  type Task,
  translationRow,
} from '#testing/translations.ts';
import { translationApi } from '../contract.ts';
import { endLeases } from './leases.ts';

const app = setUpTestApp();
const ROUNDS = Array.from({ length: FULL ? 30 : 4 }, (_, i) => i + 1);
const CROWD = 20;
let author: Member;
let translator: Member;
let moderator: Member;
let reviewers: Member[];
let task: Task & { chapterId: string };
let id: string;
let seed = 300_000;

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  translator = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
  reviewers = [];
  for (let i = 0; i < CROWD; i += 1) reviewers.push(await buildReviewer(app, 'de'));
});
beforeEach(async () => {
  const { story, chapterId } = await buildPublishedStory(app, author);
  task = { storyId: story.id, chapterId, language: 'de' };
  id = (await submitTranslation(app, translator, task)).id;
});
afterEach(() => expectInvariants(app));

const claim = (by: Member, translationId = id) => app.send(translationApi.claim, { translationId }, by).then(outcome);
const withdraw = () => app.send(translationApi.withdraw, { translationId: id }, translator).then(outcome);
async function decides(by: Member, translationId = id) {
  const { version } = await app.call(translationApi.claim, { translationId }, by);
  return {
    approve: () => app.send(translationApi.approve, { translationId, version }, by).then(outcome),
    reject: () => app.send(translationApi.reject, { translationId, version, reason: REJECTION }, by).then(outcome),
  };
}
const counted = (answers: string[]) =>
  Object.fromEntries([...new Set(answers)].sort().map((one) => [one, answers.filter((it) => it === one).length]));

/** The author submits an edit of the chapter. It is published when the due jobs have run. */
async function sendEdit(isMinorEdit = false): Promise<void> {
  seed += 1;
  const { version } = await app.call(chapterApi.draft, { chapterId: task.chapterId }, author);
  await app.call(chapterApi.update, { chapterId: task.chapterId, version, content: prose(350, seed) }, author);
  await app.call(chapterApi.submit, { chapterId: task.chapterId, isMinorEdit }, author);
}
const publishEdit = () => app.work().then(() => 'published');

describe('claims', () => {
  it.each([2, 10])('of %i reviewers at once succeed for exactly one', async (count) => {
    const answers = await race(
      app,
      task.storyId,
      reviewers.slice(0, count).map((reviewer) => () => claim(reviewer)),
    );
    expect(counted(answers)).toEqual({ 200: 1, '409 translation_claimed': count - 1 });
    const winner = reviewers[answers.indexOf('200')]!;
    expect(await translationRow(app, id)).toMatchObject({ status: 'under_review', reviewer_id: winner.id });
  });

  it(`of ${CROWD} reviewers succeed for exactly one, even right after a lease has expired`, async () => {
    await app.call(translationApi.claim, { translationId: id }, reviewers[0]!);
    await letPass(app, 31 * MINUTE, [author, translator, moderator, ...reviewers]);
    const tick = endLeases(createCtx(app.deps, { language: 'en' }));
    const answers = await Promise.all(reviewers.map((reviewer) => claim(reviewer)));
    await tick;
    expect(counted(answers)).toEqual({ 200: 1, '409 translation_claimed': CROWD - 1 });
  });

  it.each(ROUNDS)('race with withdrawing, and exactly one of both succeeds (round %i)', async (round) => {
    const calls = { claim: () => claim(reviewers[0]!), withdraw };
    const order = shuffled(['claim', 'withdraw'] as const, seededRandom(round));
    const answers = await race(
      app,
      task.storyId,
      order.map((name) => calls[name]),
    );
    const found = Object.fromEntries(order.map((name, i) => [name, answers[i]]));
    expect([
      { claim: '200', withdraw: '409 translation_claimed' },
      { claim: '409 wrong_state', withdraw: '200' },
    ]).toContainEqual(found);
    expect(await statusOf(app, id)).toBe(found.claim === '200' ? 'under_review' : 'saved');
  });

  it.each([
    ['the claim first', false],
    ['the suspension first', true],
  ])('race with the suspension of the reviewer, who never keeps the lease: %s', async (_, suspensionFirst) => {
    const leaving = await buildReviewer(app, 'de');
    const suspend = () =>
      restrictAccount(createCtx(app.deps, { language: 'en' }), leaving.id, {
        action: 'suspend',
        reason: 'For the sake of the test.',
        until: new Date(app.clock.now().getTime() + DAY),
      }).then(() => 'suspended');
    const calls = [() => claim(leaving), suspend];
    const answers = await raceForMember(app, leaving.id, suspensionFirst ? calls.reverse() : calls);
    expect(answers).toEqual(suspensionFirst ? ['suspended', '403 banned'] : ['200', 'suspended']);
    expect(await translationRow(app, id)).toMatchObject({ status: 'submitted', reviewer_id: null });
  });
});

describe('decisions', () => {
  it.each(ROUNDS)('of one reviewer in two windows are made once (round %i)', async (round) => {
    const { approve, reject } = await decides(reviewers[0]!);
    const calls = shuffled([approve, approve, reject, reject], seededRandom(round));
    expect(counted(await race(app, task.storyId, calls))).toEqual({ 200: 1, '409 wrong_state': 3 });
  });

  it.each(ROUNDS)('about two translations of a text leave the last one published (round %i)', async (round) => {
    const other = await buildMember(app);
    const { id: second } = await submitTranslation(app, other, task);
    const calls = [(await decides(reviewers[0]!)).approve, (await decides(reviewers[1]!, second)).approve];
    expect(await race(app, task.storyId, shuffled(calls, seededRandom(round)))).toEqual(['200', '200']);
    const statuses = await Promise.all([id, second].map((one) => statusOf(app, one)));
    expect(statuses.toSorted()).toEqual(['approved', 'superseded']);
  });

  it('are refused after the lease has expired, in any order', async () => {
    const { approve } = await decides(reviewers[0]!);
    await letPass(app, 30 * MINUTE + SECOND, [author, translator, moderator, reviewers[0]!, reviewers[1]!]);
    const [approved, claimed] = await race(app, task.storyId, [approve, () => claim(reviewers[1]!)]);
    expect(['409 lease_over', '409 translation_claimed']).toContain(approved);
    expect(claimed).toBe('200');
  });

  it.each(ROUNDS)('never make a simultaneous takedown hide the wrong one (round %i)', async (round) => {
    await approveTranslation(app, reviewers[0]!, id);
    const { id: next } = await submitTranslation(app, translator, task);
    const { approve } = await decides(reviewers[1]!, next);
    const takeDown = () => restrict(app, moderator, 'take_down', id).then(outcome);
    const answers = await race(app, task.storyId, shuffled([approve, takeDown], seededRandom(round)));
    const statuses = await Promise.all([id, next].map((one) => statusOf(app, one)));
    // Either the one that the moderator chose is down, or it was superseded before. No other is ever taken down.
    expect([
      ['200', '200', 'rejected', 'approved'],
      ['200', '409 wrong_state', 'superseded', 'approved'],
    ]).toContainEqual([...answers.toSorted(), ...statuses]);
  });
});

describe('an edit of the original', () => {
  it('prevents approving a translation of the earlier version, and loses nothing', async () => {
    const { approve } = await decides(reviewers[0]!);
    const before = await translationRow(app, id);
    const drafted = await app.call(translationApi.editor, task, translator);
    await sendEdit();
    await publishEdit();
    expect(await approve()).toBe('409 translation_outdated');
    const after = await translationRow(app, id);
    expect(after.stale.length).toBeGreaterThan(0);
    const { source_revision, done, total } = before;
    expect({ ...after, stale: [], is_stale: false, source_revision, done, total }).toEqual(before);
    const { draft } = await app.call(translationApi.editor, task, translator);
    expect(draft?.paragraphs).toEqual(drafted.draft?.paragraphs);
    const shown = await app.call(translationApi.claim, { translationId: id }, reviewers[0]!);
    expect(shown.isOutdated).toBe(true);
    // It is rejected, updated and approved.
    const { version } = shown;
    await app.call(translationApi.reject, { translationId: id, version, reason: REJECTION }, reviewers[0]!);
    await submitTranslation(app, translator, task);
    await approveTranslation(app, reviewers[0]!, id);
    expect(await translationRow(app, id)).toMatchObject({ status: 'approved', stale: [] });
  });

  it('that is minor doesn’t delay the review', async () => {
    const { approve } = await decides(reviewers[0]!);
    await sendEdit(true);
    await publishEdit();
    expect(await approve()).toBe('200');
    expect(await translationRow(app, id)).toMatchObject({ status: 'approved', stale: [], source_revision: 2 });
  });

  it.each(ROUNDS)('during an approval always leaves the translation out of date (round %i)', async (round) => {
    const { approve } = await decides(reviewers[0]!);
    await sendEdit();
    const calls = shuffled([approve, publishEdit], seededRandom(round));
    const answers = await race(app, task.storyId, calls);
    const approved = answers[calls.indexOf(approve)];
    const row = await translationRow(app, id);
    expect(row.stale.length).toBeGreaterThan(0);
    const told = await app.database.db
      .selectFrom('messages')
      .where('account_id', '=', translator.id)
      .where('chapter_id', '=', task.chapterId)
      .select('type')
      .orderBy('id')
      .execute();
    expect([
      ['200', 'approved', 'chapter_translation_approved', 'translation_stale'],
      ['409 translation_outdated', 'under_review', 'translation_stale'],
    ]).toContainEqual([approved, row.status, ...told.map(({ type }) => type)]);
  });

  it('also makes a translation stale that is published again after another was taken down', async () => {
    await approveTranslation(app, reviewers[0]!, id);
    const other = await buildMember(app);
    const first = await publishTranslation(app, { ...task, translator: other, reviewer: reviewers[0]! });
    await sendEdit();
    await publishEdit();
    const second = await publishTranslation(app, { ...task, translator: other, reviewer: reviewers[0]! });
    await restricted(app, moderator, 'take_down', second);
    expect(await statusOf(app, first)).toBe('superseded');
    expect(await statusOf(app, second)).toBe('rejected');
    const row = await translationRow(app, id);
    expect(row.status).toBe('approved');
    expect(row.stale.length).toBeGreaterThan(0);
  });
});
