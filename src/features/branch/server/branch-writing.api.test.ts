import { afterEach, describe, expect, it } from 'vitest';
import { chapterApi } from '#features/chapters/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import {
  buildBranchStory,
  buildChapterDraft,
  buildPublishedStory,
  buildStory,
  buildWay,
  decide,
  doubtfulProse,
  type Member,
  outcome,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { WAYS_MAX } from '../model/branch-limits.ts';
import { growTree, hide, setJoinPolicy, takeIn } from './branch.test-kit.ts';
import { setUpBranchWriting } from './branch-writing.test-kit.ts';

const { app, branch, create, begin, doubtful, submit, draftOf } = setUpBranchWriting();

describe('permission to write', () => {
  afterEach(() => expectInvariants(app));

  it('lets any participant write after any public chapter', async () => {
    const left = await buildWay(app, branch.writer, branch.storyId, branch.first, 'Left');
    const below = await buildWay(app, branch.creator, branch.storyId, left, 'Below');
    const right = await buildWay(app, branch.writer, branch.storyId, branch.first, 'Right');
    const { items } = await app.call(chapterApi.list, { storyId: branch.storyId });
    expect(items.map(({ id, parentId, number, choice }) => ({ id, parentId, number, choice }))).toEqual([
      { id: branch.first, parentId: null, number: 1, choice: null },
      { id: left, parentId: branch.first, number: 2, choice: 'Left' },
      { id: below, parentId: left, number: 3, choice: 'Below' },
      { id: right, parentId: branch.first, number: 2, choice: 'Right' },
    ]);
  });

  it('notifies the author of the continued chapter and the creator of a new path, each once', async () => {
    const inbox = async (who: Member) =>
      (await app.call(messageApi.list, {}, who)).items
        .filter(({ data, content }) => data.storyId === branch.storyId && /continued|added the chapter/.test(content))
        .map(({ content }) => content.replaceAll(/<[^>]*>/g, ''));
    await takeIn(app, branch.storyId, branch.member);
    const left = await buildWay(app, branch.writer, branch.storyId, branch.first, 'Left');
    expect(await inbox(branch.creator)).toEqual([
      expect.stringMatching(new RegExp(`^${branch.writer.username} continued`)),
    ]);
    expect(await inbox(branch.writer)).toEqual([]);
    await buildWay(app, branch.member, branch.storyId, left, 'Further');
    expect(await inbox(branch.writer)).toEqual([
      expect.stringMatching(new RegExp(`^${branch.member.username} continued`)),
    ]);
    expect((await inbox(branch.creator))[0]).toMatch(new RegExp(`^${branch.member.username} added the chapter`));
    await buildWay(app, branch.creator, branch.storyId, branch.first, 'Right');
    expect(await inbox(branch.creator)).toHaveLength(2);
    expect(await inbox(branch.member)).toEqual([]);
  });

  it('refuses everyone else, whether they could join or not', async () => {
    for (const joinPolicy of ['open', 'applications', 'invite_only'] as const) {
      await setJoinPolicy(app, branch.storyId, joinPolicy);
      expect(await create(branch.member, branch.first)).toBe('403 forbidden');
    }
    expect(await create(undefined, branch.first)).toBe('401 login_required');
    expect(await create(branch.moderator, branch.first)).toBe('403 forbidden');
  });

  it('keeps the draft of a member who left, but refuses to submit it', async () => {
    const { id } = await begin(branch.first);
    await app.call(participationApi.leave, { storyId: branch.storyId }, branch.writer);
    expect(await submit(id)).toBe('403 forbidden');
    expect((await draftOf(id)).can).toMatchObject({ edit: true, submit: false });
  });

  it('refuses to write after a chapter that is not public', async () => {
    const other = await buildBranchStory(app, branch.creator, {});
    const draft = await begin(branch.first);
    const waiting = await begin(branch.first, doubtful());
    await submit(waiting.id);
    await app.work();
    const solo = await buildPublishedStory(app, branch.creator);
    for (const parent of ['999999999', other.ids.first!, draft.id, waiting.id, solo.chapterId])
      expect(await create(branch.writer, parent), parent).toBe('404 chapter_not_found');
    expect(await create(branch.writer, branch.first, '999999999')).toBe('404 story_not_found');
    expect(
      outcome(await app.send(chapterApi.create, { storyId: branch.storyId, parentChapterId: 'x' }, branch.writer)),
    ).toBe('400 invalid_input');
  });

  it('refuses to write after a hidden chapter, but allows it after later ones', async () => {
    const left = await buildWay(app, branch.writer, branch.storyId, branch.first, 'Left');
    const below = await buildWay(app, branch.writer, branch.storyId, left, 'Below');
    const begun = await begin(left);
    const waiting = await begin(left, doubtful());
    await submit(waiting.id);
    await app.work();
    await hide(app, left);
    expect(await create(branch.writer, left)).toBe('409 wrong_state');
    expect(await submit(begun.id)).toBe('409 wrong_state');
    expect((await draftOf(begun.id)).can.submit).toBe(false);
    expect(await create(branch.writer, below)).toBe('200');
    await decide(app, branch.moderator, waiting.id, 'approve');
    expect(await app.call(chapterApi.detail, { chapterId: waiting.id })).toMatchObject({
      number: 3,
      previous: { id: branch.first },
      next: null,
    });
  });

  it('ignores the parent in other writing modes', async () => {
    const solo = await buildPublishedStory(app, branch.creator);
    const chapter = await buildChapterDraft(app, branch.creator, solo.story.id, {
      parentChapterId: solo.chapterId,
      choice: 'Not clicked',
    });
    expect(chapter).toMatchObject({ parentId: null, choice: '' });
    expect(await submit(chapter.id, branch.creator)).toBe('200');
    await app.work();
    expect(await app.call(chapterApi.detail, { chapterId: chapter.id })).toMatchObject({ number: 2, choice: null });
  });
});

describe('the first chapter', () => {
  afterEach(() => expectInvariants(app));

  it('is written by the creator, submitted with its story, and unique', async () => {
    const story = await buildStory(app, branch.creator, { mode: 'branch' });
    expect(await create(branch.writer, undefined, story.id)).toBe('404 story_not_found');
    const one = await buildChapterDraft(app, branch.creator, story.id);
    const two = await buildChapterDraft(app, branch.creator, story.id);
    await app.call(storyApi.submit, { storyId: story.id }, branch.creator);
    expect(await create(branch.creator, undefined, story.id)).toBe('409 no_continuation_left');
    await app.work();
    expect(await app.call(chapterApi.detail, { chapterId: one.id })).toMatchObject({ number: 1, choice: null });
    expect(await submit(two.id, branch.creator)).toBe('409 no_continuation_left');
    expect(await create(branch.creator, undefined, story.id)).toBe('409 no_continuation_left');
    await takeIn(app, story.id, branch.writer);
    expect(await create(branch.writer, undefined, story.id)).toBe('403 forbidden');
  });

  it('can come after the story', async () => {
    const story = await buildStory(app, branch.creator, { mode: 'branch' });
    await app.call(storyApi.submit, { storyId: story.id }, branch.creator);
    await app.work();
    await takeIn(app, story.id, branch.writer);
    expect(await create(branch.writer, undefined, story.id)).toBe('403 forbidden');
    const chapter = await buildChapterDraft(app, branch.creator, story.id, { content: doubtfulProse(120, 1) });
    expect(await submit(chapter.id, branch.creator)).toBe('200');
    await app.work();
    await decide(app, branch.moderator, chapter.id, 'reject');
    expect(await create(branch.creator, undefined, story.id)).toBe('409 no_continuation_left');
    expect(await submit(chapter.id, branch.creator)).toBe('200');
    await app.work();
    await decide(app, branch.moderator, chapter.id, 'approve');
    expect(await app.call(chapterApi.list, { storyId: story.id })).toMatchObject({ items: [{ number: 1 }] });
  });
});

it('offers a link to write to participants, and to every member if joining is open', async () => {
  const writeNext = async (who: Member) =>
    (await app.call(chapterApi.viewerState, { chapterId: branch.first }, who)).writeNext;
  const here = { parentChapterId: branch.first };
  for (const [joinPolicy, offered] of [
    ['open', here],
    ['applications', null],
    ['invite_only', null],
  ] as const) {
    await setJoinPolicy(app, branch.storyId, joinPolicy);
    expect(await writeNext(branch.member)).toEqual(offered);
    expect(await writeNext(branch.writer)).toEqual(here);
  }
  await growTree(
    app,
    branch.creator.id,
    branch.first,
    Array.from({ length: WAYS_MAX }, () => 0),
  );
  expect(await writeNext(branch.writer)).toBeNull();
});
