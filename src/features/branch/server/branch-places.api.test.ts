import { describe, expect, it } from 'vitest';
import { chapterApi } from '#features/chapters/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import {
  buildBranchStory,
  buildChapterDraft,
  buildPublishedStory,
  buildWay,
  decide,
  outcome,
} from '#testing/factories.ts';
import { branchApi } from '../contract.ts';
import { DEPTH_MAX, WAYS_MAX } from '../model/branch-limits.ts';
import { growTree, hide } from './branch.test-kit.ts';
import { setUpBranchWriting } from './branch-writing.test-kit.ts';

const { app, branch, create, begin, doubtful, submit, draftOf } = setUpBranchWriting();

/** Parents for `growTree`: that many continuations of the given chapter. */
const parentsOf = (count: number) => Array.from({ length: count }, () => 0);

describe('limits', () => {
  it('allow eight continuations, counting submitted, published and hidden chapters only', async () => {
    const taken = async () => (await app.call(branchApi.continuations, { chapterId: branch.first })).taken;
    const [, one] = await growTree(app, branch.creator.id, branch.first, parentsOf(WAYS_MAX - 3));
    await hide(app, one!);
    const [back, withdrawn, last] = [
      await begin(branch.first, doubtful()),
      await begin(branch.first, doubtful()),
      await begin(branch.first, doubtful()),
    ];
    const late = await begin(branch.first);
    for (const { id } of [back, withdrawn, last]) expect(await submit(id)).toBe('200');
    await app.work();
    expect(await taken()).toBe(WAYS_MAX);
    expect(await create(branch.writer, branch.first)).toBe('409 no_continuation_left');
    expect(await submit(late.id)).toBe('409 no_continuation_left');
    expect((await draftOf(late.id)).can.submit).toBe(false);
    await decide(app, branch.moderator, back.id, 'reject');
    expect(await taken()).toBe(WAYS_MAX - 1);
    expect(await submit(late.id)).toBe('200');
    expect(await submit(back.id)).toBe('409 no_continuation_left');
    await app.call(chapterApi.withdraw, { chapterId: withdrawn.id }, branch.writer);
    expect(await taken()).toBe(WAYS_MAX - 1);
    expect(await submit(back.id)).toBe('200');
    expect(await submit(withdrawn.id)).toBe('409 no_continuation_left');
  });

  it('refuse a restored chapter if no continuation is left', async () => {
    await growTree(app, branch.creator.id, branch.first, parentsOf(WAYS_MAX - 1));
    const { id } = await begin(branch.first, doubtful());
    await submit(id);
    await app.work();
    await decide(app, branch.moderator, id, 'reject');
    await app.call(chapterApi.delete, { chapterId: id }, branch.writer);
    const other = await begin(branch.first);
    expect(await submit(other.id)).toBe('200');
    await app.call(chapterApi.undelete, { chapterId: id }, branch.writer);
    expect(await draftOf(id)).toMatchObject({ number: null, status: 'rejected', parentId: branch.first });
    expect(await submit(id)).toBe('409 no_continuation_left');
  });

  it('do not count a chapter in review of a member who left, and return it to draft', async () => {
    const { id } = await begin(branch.first, doubtful());
    await submit(id);
    await app.work();
    await app.call(participationApi.leave, { storyId: branch.storyId }, branch.writer);
    expect((await app.call(branchApi.continuations, { chapterId: branch.first })).taken).toBe(0);
    expect(await draftOf(id)).toMatchObject({ status: 'draft', number: null });
  });

  it('allow paths of 250 chapters', async () => {
    const ids = await growTree(
      app,
      branch.creator.id,
      branch.first,
      Array.from({ length: DEPTH_MAX - 2 }, (_, i) => i),
    );
    const { id } = await begin(ids.at(-1)!);
    expect(await submit(id)).toBe('200');
    await app.work();
    expect(await app.call(chapterApi.detail, { chapterId: id })).toMatchObject({
      number: DEPTH_MAX,
      previous: { id: ids.at(-1), number: DEPTH_MAX - 1 },
    });
    expect(await create(branch.writer, id)).toBe('409 path_too_deep');
    const { path } = await app.call(branchApi.continuations, { chapterId: id });
    expect(path.map(({ number }) => number)).toEqual(Array.from({ length: DEPTH_MAX }, (_, i) => i + 1));
  });
});

describe('a draft without a place', () => {
  const move = (chapterId: string, parentChapterId: string, who = branch.writer) =>
    app.send(chapterApi.move, { chapterId, parentChapterId }, who);
  const fill = (parentId: string) => growTree(app, branch.creator.id, parentId, parentsOf(WAYS_MAX));

  it('is kept if the last place is taken while the first words are typed', async () => {
    const left = await buildWay(app, branch.creator, branch.storyId, branch.first, 'Left');
    await fill(left);
    const place = { storyId: branch.storyId, parentChapterId: left };
    expect(outcome(await app.send(chapterApi.create, place, branch.writer))).toBe('409 no_continuation_left');
    const kept = await app.send(chapterApi.create, { ...place, keep: true }, branch.writer);
    expect(kept.body.data).toMatchObject({ parentId: left, status: 'draft' });
    expect(outcome(await app.send(chapterApi.create, { ...place, keep: true }, branch.member))).toBe('403 forbidden');
  });

  it('is moved to another chapter, and can be submitted there', async () => {
    const left = await buildWay(app, branch.creator, branch.storyId, branch.first, 'Left');
    const { id } = await begin(left);
    await fill(left);
    expect(await submit(id)).toBe('409 no_continuation_left');
    const moved = await move(id, branch.first);
    expect(moved.body.data).toMatchObject({ id, parentId: branch.first, number: null, choice: 'Follow the ferry' });
    expect(await submit(id)).toBe('200');
    expect(await draftOf(id)).toMatchObject({ number: 2, status: expect.stringMatching(/pending|approved/) });
  });

  it('gives up its number if it was rejected, and gets the one of its new place', async () => {
    const left = await buildWay(app, branch.creator, branch.storyId, branch.first, 'Left');
    const { id } = await begin(branch.first, doubtful());
    await submit(id);
    await app.work();
    await decide(app, branch.moderator, id, 'reject');
    expect(await draftOf(id)).toMatchObject({ number: 2, status: 'rejected' });
    await move(id, left);
    expect(await draftOf(id)).toMatchObject({ parentId: left, number: null, status: 'rejected' });
    expect(await submit(id)).toBe('200');
    expect((await draftOf(id)).number).toBe(3);
  });

  it('is not moved to a full, hidden or foreign chapter, nor by others, nor after it was submitted', async () => {
    const left = await buildWay(app, branch.creator, branch.storyId, branch.first, 'Left');
    const { id } = await begin(branch.first);
    await fill(left);
    expect(outcome(await move(id, left))).toBe('409 no_continuation_left');
    const hidden = await buildWay(app, branch.creator, branch.storyId, branch.first, 'Hidden');
    await hide(app, hidden);
    expect(outcome(await move(id, hidden))).toBe('404 chapter_not_found');
    const other = await buildBranchStory(app, branch.creator, {});
    expect(outcome(await move(id, other.ids.first!))).toBe('404 chapter_not_found');
    expect(outcome(await move(id, branch.first, branch.creator))).toBe('404 chapter_not_found');
    expect(outcome(await move(left, branch.first, branch.creator))).toBe('409 wrong_state');
    const { id: sent } = await begin(branch.first, doubtful());
    await submit(sent);
    expect(outcome(await move(sent, branch.first))).toBe('409 chapter_in_review');
  });

  it('is not moved in a line', async () => {
    const { story, chapterId } = await buildPublishedStory(app, branch.creator);
    const { id } = await buildChapterDraft(app, branch.creator, story.id);
    expect(outcome(await move(id, chapterId, branch.creator))).toBe('409 wrong_state');
  });
});
