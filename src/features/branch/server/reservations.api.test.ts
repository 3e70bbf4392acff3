import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, SECOND } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { profileApi } from '#features/profile/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import {
  buildBranchStory,
  buildChapterDraft,
  buildMember,
  buildPublishedStory,
  buildWay,
  doubtfulProse,
  type Member,
  outcome,
  PASSWORD,
} from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { branchApi } from '../contract.ts';
import { DEPTH_MAX, WAYS_MAX } from '../model/branch-limits.ts';
import { growTree, hide, setJoinPolicy, takeIn } from './branch.test-kit.ts';
import { leaveBranches } from './branch-mode.ts';
import { dropExpiredReservations } from './reservations.repo.ts';

const app = setUpTestApp();
let creator: Member;
let writer: Member;
let other: Member;
let member: Member;
let storyId: string;
let first: string;

beforeAll(async () => {
  app.app.cache.setListening(false);
  creator = await buildMember(app);
  writer = await buildMember(app);
  other = await buildMember(app);
  member = await buildMember(app);
});
beforeEach(async () => {
  const story = await buildBranchStory(app, creator, {});
  storyId = story.storyId;
  first = story.ids.first!;
  await takeIn(app, storyId, writer, other);
});

const reserve = async (who: Member | undefined, chapterId = first) =>
  outcome(await app.send(branchApi.reserve, { chapterId }, who));
const release = async (who: Member | undefined, chapterId = first) =>
  outcome(await app.send(branchApi.release, { chapterId }, who));
const holders = async (chapterId = first) =>
  (await app.call(branchApi.continuations, { chapterId })).reservations.map(({ user }) => user.id);
/** Advances the clock, and logs in again because the sessions expire. */
async function goOn(time: number): Promise<void> {
  await app.clock.advance(time);
  for (const who of [creator, writer, other, member])
    Object.assign(who, await app.call(accountApi.login, { email: who.email, password: PASSWORD, platform: 'web' }));
}
const ctx = () => createCtx(app.deps, { language: 'en' });

it('reserves a continuation for 48 hours, shows who is writing there, and releases it', async () => {
  const { until } = await app.call(branchApi.reserve, { chapterId: first }, writer);
  const left = Date.parse(until) - app.clock.now().getTime();
  expect(left).toBeGreaterThan(48 * HOUR - 60 * SECOND);
  expect(left).toBeLessThanOrEqual(48 * HOUR);
  const reservation = { user: { id: writer.id, username: writer.username, slug: writer.slug }, until };
  expect(await app.call(branchApi.continuations, { chapterId: first })).toMatchObject({
    reservations: [reservation],
    taken: 1,
  });
  expect((await app.call(branchApi.tree, { storyId })).reservations).toEqual([{ parentId: first, ...reservation }]);
  expect(await release(writer)).toBe('200');
  expect(await app.call(branchApi.continuations, { chapterId: first })).toMatchObject({ reservations: [], taken: 0 });
  expect(await release(writer)).toBe('200');
});

it('lets others write beside a reservation, and extends it when it is requested again', async () => {
  expect(await reserve(writer)).toBe('200');
  expect(await reserve(other)).toBe('200');
  await goOn(47 * HOUR);
  expect(await reserve(writer)).toBe('200');
  await goOn(2 * HOUR);
  expect(await holders()).toEqual([writer.id]);
});

it('ends the reservation when the chapter is submitted, and not before', async () => {
  await reserve(writer);
  await reserve(other);
  const draft = await buildChapterDraft(app, writer, storyId, {
    parentChapterId: first,
    choice: 'Row',
    content: doubtfulProse(120, 1),
  });
  expect(await holders()).toEqual([writer.id, other.id]);
  await app.call(chapterApi.submit, { chapterId: draft.id }, writer);
  expect(await holders()).toEqual([other.id]);
  expect((await app.call(branchApi.continuations, { chapterId: first })).taken).toBe(2);
  await app.call(chapterApi.withdraw, { chapterId: draft.id }, writer);
  expect(await holders()).toEqual([other.id]);
});

it('ignores an expired reservation, and deletes it', async () => {
  await reserve(writer);
  await goOn(48 * HOUR - SECOND * 30);
  expect(await holders()).toEqual([writer.id]);
  await goOn(SECOND * 31);
  expect(await app.call(branchApi.continuations, { chapterId: first })).toMatchObject({ reservations: [], taken: 0 });
  expect((await app.call(branchApi.tree, { storyId })).reservations).toEqual([]);
  await reserve(other);
  await dropExpiredReservations(ctx());
  const left = await app.database.db
    .selectFrom('branch_reservations')
    .select('account_id')
    .where('story_id', '=', storyId)
    .execute();
  expect(left).toEqual([{ account_id: other.id }]);
});

it('stays in “Needs you” after its chapter was taken down, without the title, and not once a moderator hides it', async () => {
  const way = await buildWay(app, creator, storyId, first, 'The quay');
  await reserve(writer, way);
  const needs = async () => (await app.call(profileApi.needs, {}, writer)).items.map(({ text }) => text);
  expect(await needs()).toEqual([expect.stringContaining('The quay')]);
  await app.call(chapterApi.takeDown, { chapterId: way }, creator);
  expect(await needs()).toEqual([
    'You’ve reserved the continuation of chapter 2, which its author took down. Nothing is written yet.',
  ]);
  await app.database.db.updateTable('chapters').set({ taken_down_at: null }).where('id', '=', way).execute();
  expect(await needs()).toEqual([]);
});

describe('counting the reservations of others, but not the caller’s own', () => {
  it('at, below and above the limit', async () => {
    await growTree(
      app,
      creator.id,
      first,
      Array.from({ length: WAYS_MAX - 2 }, () => 0),
    );
    expect(await reserve(writer)).toBe('200');
    expect(await reserve(other)).toBe('200');
    expect(await reserve(creator)).toBe('409 no_continuation_left');
    expect(await reserve(writer)).toBe('200');
    const create = async (who: Member) =>
      outcome(await app.send(chapterApi.create, { storyId, parentChapterId: first }, who));
    expect(await create(creator)).toBe('409 no_continuation_left');
    expect(await create(other)).toBe('200');
    await buildWay(app, writer, storyId, first, 'The seventh');
    await buildWay(app, other, storyId, first, 'The eighth');
    expect(await app.call(branchApi.continuations, { chapterId: first })).toMatchObject({
      taken: WAYS_MAX,
      reservations: [],
    });
    for (const who of [creator, writer, other]) expect(await reserve(who)).toBe('409 no_continuation_left');
  });

  it('until they expire', async () => {
    await growTree(
      app,
      creator.id,
      first,
      Array.from({ length: WAYS_MAX - 1 }, () => 0),
    );
    await reserve(writer);
    const begun = async () =>
      outcome(await app.send(chapterApi.create, { storyId, parentChapterId: first, title: 'Late' }, creator));
    expect(await begun()).toBe('409 no_continuation_left');
    await goOn(48 * HOUR + SECOND);
    expect(await begun()).toBe('200');
  });
});

describe('refuses a reservation', () => {
  it('for members who may not write there', async () => {
    expect(await reserve(undefined)).toBe('401 login_required');
    expect(await release(undefined)).toBe('401 login_required');
    for (const joinPolicy of ['applications', 'invite_only'] as const) {
      await setJoinPolicy(app, storyId, joinPolicy);
      expect(await reserve(member)).toBe('403 forbidden');
    }
    expect(await holders()).toEqual([]);
  });

  it('after a chapter that does not exist', async () => {
    const solo = await buildPublishedStory(app, creator);
    const draft = await buildChapterDraft(app, writer, storyId, { parentChapterId: first });
    for (const id of ['999999999', solo.chapterId, draft.id]) {
      expect(await reserve(writer, id), id).toBe('404 chapter_not_found');
      expect(await release(writer, id), id).toBe('404 chapter_not_found');
    }
    expect(outcome(await app.send(branchApi.reserve, {}, writer))).toBe('400 invalid_input');
    await app.call(storyApi.delete, { storyId }, creator);
    expect(await reserve(writer)).toBe('404 chapter_not_found');
  });

  it('after a hidden chapter and at the maximum depth', async () => {
    const ids = await growTree(
      app,
      creator.id,
      first,
      Array.from({ length: DEPTH_MAX - 1 }, (_, i) => i),
    );
    expect(await reserve(writer, ids.at(-2))).toBe('200');
    expect(await reserve(writer, ids.at(-1))).toBe('409 path_too_deep');
    expect(await reserve(writer, ids[5])).toBe('200');
    await hide(app, ids[5]!);
    expect(await reserve(writer, ids[5])).toBe('409 wrong_state');
    const { reservations } = await app.call(branchApi.tree, { storyId });
    expect(reservations.map(({ parentId }) => parentId)).toEqual([ids.at(-2)]);
    expect(await release(writer, ids[5])).toBe('200');
  });
});

it('joins an open story with the reservation, but not if no continuation is left', async () => {
  await setJoinPolicy(app, storyId, 'open');
  const isIn = async () =>
    (await app.database.db
      .selectFrom('participants')
      .select('account_id')
      .where('story_id', '=', storyId)
      .where('account_id', '=', member.id)
      .executeTakeFirst()) !== undefined;
  const [, full] = await growTree(app, creator.id, first, [0]);
  await growTree(
    app,
    creator.id,
    full!,
    Array.from({ length: WAYS_MAX }, () => 0),
  );
  expect(await reserve(member, full)).toBe('409 no_continuation_left');
  expect(await isIn()).toBe(false);
  expect(await reserve(member)).toBe('200');
  expect(await isIn()).toBe(true);
  expect(outcome(await app.send(chapterApi.create, { storyId, parentChapterId: first }, member))).toBe('200');
});

it('releases the reservations of a member who leaves the story', async () => {
  const elsewhere = await buildBranchStory(app, creator, {});
  await takeIn(app, elsewhere.storyId, writer);
  for (const who of [writer, other]) await reserve(who);
  await reserve(writer, elsewhere.ids.first);
  await leaveBranches(ctx(), { storyId, mode: 'branch', accountId: writer.id });
  expect(await holders()).toEqual([other.id]);
  expect(await holders(elsewhere.ids.first)).toEqual([writer.id]);
});

it('keeps one reservation for concurrent requests of one member', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => reserve(writer)));
  expect(answers).toEqual(Array(10).fill('200'));
  expect(await holders()).toEqual([writer.id]);
});
