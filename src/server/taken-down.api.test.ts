import { beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { branchApi } from '#features/branch/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { relayApi } from '#features/relay/contract.ts';
import { thanksApi } from '#features/thanks/contract.ts';
import { translationApi } from '#features/translation/contract.ts';
import { buildContest, PHASE, pass } from '#testing/contests.ts';
import {
  buildBranchStory,
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  decide,
  doubtfulProse,
  type Member,
  outcome,
  PASSWORD,
  prose,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { restrict, restricted } from '#testing/moderation.ts';
import { publishChapter } from '#testing/publish.ts';
import { race } from '#testing/race.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { buildRelay, letIn } from '#testing/together.ts';
import { buildReviewer, publishTranslation } from '#testing/translations.ts';
import { takingDownOf } from './taken-down.test-kit.ts';

/** What taking a chapter down means in all features. */
const app = setUpTestApp();
let author: Member;
let reader: Member;
let moderator: Member;

beforeAll(async () => {
  // The cache gets no invalidations here, so it must not store anything.
  app.app.cache.setListening(false);
  [author, reader] = [await buildMember(app), await buildMember(app)];
  moderator = await buildMember(app, { role: 'moderator' });
});

const { detail, rowOf, ...calls } = takingDownOf(app);
const takeDown = (chapterId: string, by: Member = author) => calls.takeDown(chapterId, by);
const submit = (chapterId: string, by: Member = author) => calls.submit(chapterId, by);
const draftOf = (chapterId: string, by: Member = author) => calls.draftOf(chapterId, by);
const statsOf = (id: string) =>
  app.database.db
    .selectFrom('story_stats')
    .select(['chapters', 'units', 'listed'])
    .where('story_id', '=', id)
    .executeTakeFirstOrThrow();
const toldOf = async (member: Member, chapterId: string) =>
  (await app.call(messageApi.list, { limit: 50 }, member)).items
    .filter(({ data }) => data.chapterId === chapterId)
    .map(({ content }) => content);

describe('a chapter that its author takes down', () => {
  it('is a draft to its author and hidden to all others, and is published again with its text', async () => {
    const { story, chapterId: first } = await buildPublishedStory(app, author);
    const { id: chapterId } = await buildPublishedChapter(app, author, story.id);
    const { id: after } = await buildPublishedChapter(app, author, story.id);
    const before = { shown: await detail(chapterId), row: await rowOf(chapterId), stats: await statsOf(story.id) };
    expect(before.shown).toMatchObject({ hiddenBy: null, hiddenAt: null });

    const draft = await app.call(chapterApi.takeDown, { chapterId }, author);
    expect(draft).toMatchObject({
      status: 'hidden',
      takenDown: true,
      editStatus: 'draft',
      content: before.shown.content,
      title: before.shown.title,
      can: { edit: true, submit: true, takeDown: false, discardEdit: false, delete: false },
    });
    const hidden = await detail(chapterId);
    expect(hidden).toMatchObject({
      status: 'hidden',
      hiddenBy: 'author',
      number: 2,
      title: null,
      summary: null,
      content: null,
      author: null,
      units: 0,
    });
    expect(Date.parse(hidden.hiddenAt!)).toBeCloseTo(app.clock.now().getTime(), -5);
    expect((await detail(first)).next?.id).toBe(after);
    const { items } = await app.call(chapterApi.list, { storyId: story.id });
    expect(items.map(({ number, hiddenBy, title }) => [number, hiddenBy, title === null])).toEqual([
      [1, null, false],
      [2, 'author', true],
      [3, null, false],
    ]);
    expect(await statsOf(story.id)).toEqual(before.stats);
    expect((await app.call(chapterApi.listOwn, { storyId: story.id }, author)).items).toMatchObject([
      { id: chapterId, takenDown: true, status: 'hidden', editStatus: 'draft' },
    ]);
    const viewer = (by: Member) => app.call(chapterApi.viewerState, { chapterId }, by);
    expect(await viewer(author)).toMatchObject({ takenDown: true, can: { edit: true, takeDown: false } });
    expect(await viewer(reader)).toMatchObject({ takenDown: false, can: { edit: false, takeDown: false } });
    expect(outcome(await app.send(chapterApi.hiddenText, { chapterId }, reader))).toBe('404 chapter_not_found');
    expect(outcome(await app.send(chapterApi.draft, { chapterId }, reader))).toBe('404 chapter_not_found');
    expect(await app.call(chapterApi.hiddenText, { chapterId }, moderator)).toMatchObject({
      title: before.shown.title,
    });

    // The story continues.
    expect(await buildPublishedChapter(app, author, story.id)).toMatchObject({ number: 4 });
    const { version } = await draftOf(chapterId);
    await app.call(chapterApi.update, { chapterId, version, title: 'Taken up again' }, author);
    expect(await submit(chapterId)).toBe('200');
    expect(await detail(chapterId)).toMatchObject({ hiddenBy: 'author' });
    await app.work();
    expect(await detail(chapterId)).toMatchObject({
      status: 'approved',
      hiddenBy: null,
      title: 'Taken up again',
      content: before.shown.content,
      publishedAt: before.shown.publishedAt,
    });
    expect(await rowOf(chapterId)).toEqual({ ...before.row, title: 'Taken up again' });
    expect((await toldOf(author, chapterId))[0]).toContain('was approved and is now published');
    await expectInvariants(app);
  });

  it('keeps an existing edit as the draft, and shows nothing until that is approved', async () => {
    const { chapterId } = await buildPublishedStory(app, author);
    await app.call(chapterApi.update, { chapterId, version: 0, content: doubtfulProse(200, 93_001) }, author);
    const edit = await draftOf(chapterId);
    expect(await takeDown(chapterId)).toBe('200');
    expect(await draftOf(chapterId)).toMatchObject({ version: edit.version, content: edit.content });
    expect(outcome(await app.send(chapterApi.discardEdit, { chapterId }, author))).toBe('409 wrong_state');
    // Publishing again is reviewed.
    await submit(chapterId);
    await app.work();
    expect(await detail(chapterId)).toMatchObject({ hiddenBy: 'author' });
    await app.call(chapterApi.withdraw, { chapterId }, author);
    expect(await draftOf(chapterId)).toMatchObject({ takenDown: true, editStatus: 'draft' });
    await submit(chapterId);
    await app.work();
    await decide(app, moderator, chapterId, 'reject');
    expect(await draftOf(chapterId)).toMatchObject({ takenDown: true, editStatus: 'rejected', can: { submit: true } });
    expect(await detail(chapterId)).toMatchObject({ hiddenBy: 'author', content: null });
    await submit(chapterId);
    await app.work();
    await decide(app, moderator, chapterId, 'approve');
    expect(await detail(chapterId)).toMatchObject({ hiddenBy: null, content: edit.content });
    await expectInvariants(app);
  });

  it('is refused to others, and during a review or after a decision of a moderator', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    expect(await takeDown(chapterId, reader)).toBe('403 forbidden');
    expect(await takeDown(chapterId, moderator)).toBe('403 forbidden');
    expect(outcome(await app.send(chapterApi.takeDown, { chapterId }))).toBe('401 login_required');
    expect(await takeDown('999999999')).toBe('404 chapter_not_found');
    const { id: draft } = await buildChapterDraft(app, author, story.id);
    expect(await takeDown(draft)).toBe('409 wrong_state');
    expect(await takeDown(draft, reader)).toBe('404 chapter_not_found');
    await app.call(chapterApi.update, { chapterId, version: 0, content: doubtfulProse(200, 93_002) }, author);
    await submit(chapterId);
    const refused = await app.send(chapterApi.takeDown, { chapterId }, author);
    expect([outcome(refused), refused.body.error]).toEqual([
      '409 chapter_in_review',
      'This chapter is in review. Withdraw it before you change anything.',
    ]);
    await app.call(chapterApi.withdraw, { chapterId }, author);
    await restricted(app, moderator, 'hide_chapter', chapterId);
    expect(await takeDown(chapterId)).toBe('409 chapter_hidden');
    const other = await buildPublishedStory(app, author);
    expect(await takeDown(other.chapterId)).toBe('200');
    expect(await takeDown(other.chapterId)).toBe('409 wrong_state');
    await restricted(app, moderator, 'ban_story', other.story.id);
    expect(await submit(other.chapterId)).not.toBe('200');
  });

  it('disappears from translations, thanks and search, and returns to them', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const { id } = await buildPublishedChapter(app, author, story.id, { title: 'The vermiculated quoin' });
    const [translator, reviewer] = [await buildMember(app), await buildReviewer(app, 'de')];
    await publishTranslation(app, { storyId: story.id, chapterId: id, language: 'de', translator, reviewer });
    await app.call(thanksApi.give, { chapterId: id }, reader);
    await app.work();
    const seen = async () => ({
      translation: outcome(await app.send(translationApi.chapter, { chapterId: id, language: 'de' })),
      thanks: outcome(await app.send(thanksApi.viewerState, { chapterId: id }, reader)),
      found: (await app.call(discoveryApi.search, { q: 'vermiculated' })).items.length,
    });
    const there = { translation: '200', thanks: '200', found: 1 };
    expect(await seen()).toEqual(there);
    expect(await takeDown(id)).toBe('200');
    await app.work();
    expect(await seen()).toEqual({
      translation: '404 chapter_not_found',
      thanks: '404 chapter_not_found',
      found: 0,
    });
    await submit(id);
    await app.work();
    await app.work();
    expect(await seen()).toEqual(there);
    expect(await app.call(thanksApi.viewerState, { chapterId: id }, reader)).toMatchObject({ hasThanked: true });
    expect(chapterId).not.toBe(id);
  });
});

describe('in a story of several writers', () => {
  it('notifies the other writers once when it is taken down and once when it is published again, and no others', async () => {
    const { storyId, ids } = await buildBranchStory(app, author);
    const writer = await buildMember(app);
    await letIn(app, author, storyId, writer);
    expect(await takeDown(ids.left!)).toBe('200');
    expect(await toldOf(writer, ids.left!)).toEqual([expect.stringContaining('took it down')]);
    expect(await toldOf(reader, ids.left!)).toEqual([]);
    await submit(ids.left!);
    await app.work();
    expect(await toldOf(writer, ids.left!)).toHaveLength(2);
    expect((await toldOf(writer, ids.left!))[0]).toContain('is published again');
    expect((await toldOf(author, ids.left!)).filter((text) => text.includes('took it down'))).toEqual([]);
  });

  it('it can be continued in a branch, unless a moderator has hidden it as well', async () => {
    const { storyId, ids } = await buildBranchStory(app, author);
    await takeDown(ids.right!);
    const tree = await app.call(branchApi.tree, { storyId });
    const hidden = { title: null, choice: null, hiddenBy: 'author' };
    expect(tree.chapters.find(({ id }) => id === ids.right)).toMatchObject({ ...hidden, status: 'hidden' });
    expect(tree.chapters[0]).not.toHaveProperty('hiddenBy');
    const way = await buildPublishedChapter(app, author, storyId, { parentChapterId: ids.right!, choice: 'On' });
    expect(way.number).toBe(3);
    const shown = (chapterId: string) => app.call(branchApi.continuations, { chapterId });
    const isOther = { ...hidden, id: ids.right };
    expect((await shown(ids.first!)).ways).toContainEqual(expect.objectContaining({ ...isOther, author: null }));
    expect((await shown(ids.left!)).siblings).toContainEqual(expect.objectContaining(isOther));
    expect(await shown(way.id)).toMatchObject({ path: [{ hiddenBy: null }, isOther, { hiddenBy: null }] });
    const { items } = await app.call(branchApi.path, { chapterId: way.id, limit: 25 });
    expect(items[1]).toMatchObject({ ...isOther, content: null, author: null });
    // Those that follow stay.
    await takeDown(ids.left!);
    expect(await detail(ids.bridge!)).toMatchObject({ status: 'approved', previous: { id: ids.first } });
    await expectInvariants(app);
  });

  it('the turns of a relay don’t change', async () => {
    const { storyId, creator, others } = await buildRelay(app, 1);
    const turn = () => app.call(relayApi.turn, { storyId }).then(({ current }) => current?.user.id);
    const { items } = await app.call(chapterApi.list, { storyId });
    expect(await turn()).toBe(creator.id);
    await takeDown(items[0]!.id, creator);
    expect(await turn()).toBe(creator.id);
    const { id } = await buildChapterDraft(app, creator, storyId, { content: prose(320, 93_100) });
    await publishChapter(app.deps, creator, id, { nextAuthorId: others[0]!.id });
    expect(await detail(id)).toMatchObject({ number: 2 });
    expect(await turn()).toBe(others[0]!.id);
    await expectInvariants(app);
  });
});

describe('moderators', () => {
  it('can hide it too: then publishing it again doesn’t show it, and reversing that alone doesn’t either', async () => {
    const { chapterId } = await buildPublishedStory(app, author);
    await takeDown(chapterId);
    const restrictionId = await restricted(app, moderator, 'hide_chapter', chapterId);
    expect(outcome(await restrict(app, moderator, 'hide_chapter', chapterId))).toBe('409 wrong_state');
    const lift = (id: string) => app.send(caseApi.lift, { restrictionId: id, reason: 'It was a mistake.' }, moderator);
    expect(outcome(await lift(restrictionId))).toBe('200');
    expect(await detail(chapterId)).toMatchObject({ hiddenBy: 'author' });
    const again = await restricted(app, moderator, 'hide_chapter', chapterId);
    await submit(chapterId);
    await app.work();
    expect(await detail(chapterId)).toMatchObject({ status: 'hidden', hiddenBy: 'moderator', content: null });
    expect((await toldOf(author, chapterId))[0]).toContain('stays hidden');
    expect(outcome(await lift(again))).toBe('200');
    expect(await detail(chapterId)).toMatchObject({ status: 'approved', hiddenBy: null });
    await expectInvariants(app);
  });
});

describe('at the same time', () => {
  it('many calls take it down once, and notify the others once', async () => {
    const { storyId, ids } = await buildBranchStory(app, author);
    const writer = await buildMember(app);
    await letIn(app, author, storyId, writer);
    const answers = await race(
      app,
      storyId,
      Array.from({ length: 8 }, () => () => takeDown(ids.right!)),
    );
    expect(answers.toSorted()).toEqual(['200', ...Array(7).fill('409 wrong_state')]);
    expect(await toldOf(writer, ids.right!)).toHaveLength(1);
    await expectInvariants(app);
  });

  it.each([1, 2, 3])(
    'taking down, the decision about an edit, and the next chapter leave one state (%i)',
    async (round) => {
      const { story, chapterId } = await buildPublishedStory(app, author);
      await app.call(chapterApi.update, { chapterId, version: 0, content: doubtfulProse(200, 94_000 + round) }, author);
      await submit(chapterId);
      await app.work();
      const next = await buildChapterDraft(app, author, story.id);
      const calls = [
        () => takeDown(chapterId),
        () => decide(app, moderator, chapterId, 'approve').then(() => '200'),
        () => submit(next.id),
      ];
      const order = calls.map((_, i) => calls[(i + round) % 3]!);
      const answers = await race(app, story.id, order);
      const taken = answers[(3 - round + 3) % 3];
      expect(['200', '409 chapter_in_review']).toContain(taken);
      await app.work();
      expect(await detail(chapterId)).toMatchObject({ hiddenBy: taken === '200' ? 'author' : null });
      expect(await detail(next.id)).toMatchObject({ number: 2 });
      await expectInvariants(app);
    },
  );

  it('taking down and hiding it leave it hidden, whichever comes first', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const [taken, hidden] = await race(app, story.id, [
      () => takeDown(chapterId),
      () => restrict(app, moderator, 'hide_chapter', chapterId).then(outcome),
    ]);
    expect(['200', '409 chapter_hidden']).toContain(taken);
    expect(hidden).toBe('200');
    expect(await detail(chapterId)).toMatchObject({ status: 'hidden', content: null });
    await expectInvariants(app);
  });
});

it('a chapter that won a round stays', async () => {
  const contest = await buildContest(app, 2);
  await pass(app, contest, PHASE);
  const won = await app.database.db
    .selectFrom('submissions as s')
    .innerJoin('chapters as c', 'c.id', 's.chapter_id')
    .where('s.round_id', '=', contest.roundId)
    .where((eb) => eb.ref('c.is_public'))
    .select(['c.id', 'c.author_id'])
    .executeTakeFirstOrThrow();
  const winner = contest.others.find(({ id }) => id === won.author_id)!;
  expect(await takeDown(won.id, winner)).toBe('409 won_in_round');
  // The first chapter was written, not won.
  const { items } = await app.call(chapterApi.list, { storyId: contest.storyId });
  expect(await takeDown(items[0]!.id, contest.creator)).toBe('200');
  await expectInvariants(app);
});

it('notifies the other writers at most once a day that it was taken down, and once that it is published again', async () => {
  const [creator, writer] = [await buildMember(app), await buildMember(app)];
  const { story, chapterId } = await buildPublishedStory(app, creator, { mode: 'branch' });
  await letIn(app, creator, story.id, writer);
  const logIn = ({ email }: Member) => app.call(accountApi.login, { email, password: PASSWORD });
  const goAndReturn = async (by: { accessToken: string }) => {
    await app.call(chapterApi.takeDown, { chapterId }, by);
    await app.call(chapterApi.submit, { chapterId }, by);
    await app.work();
    expect(await detail(chapterId)).toMatchObject({ hiddenBy: null });
  };
  for (let i = 0; i < 3; i += 1) await goAndReturn(creator);
  const { items } = await app.call(messageApi.list, { limit: 50 }, writer);
  expect(items.filter(({ data }) => data.chapterId === chapterId)).toHaveLength(2);
  await app.clock.advance(DAY);
  await goAndReturn(await logIn(creator));
  const later = await app.call(messageApi.list, { limit: 50 }, await logIn(writer));
  expect(later.items.filter(({ data }) => data.chapterId === chapterId)).toHaveLength(4);
});
