import { describe, expect, it } from 'vitest';
import { chapterApi } from '#features/chapters/contract.ts';
import { buildBranchStory, buildWay, type Member, outcome } from '#testing/factories.ts';
import { hide } from './branch.test-kit.ts';
import { setUpBranchWriting } from './branch-writing.test-kit.ts';

const { app, branch, begin } = setUpBranchWriting();

describe('the chapter editor', () => {
  const openEditor = (who: Member, input: Record<string, string> = {}) =>
    app.call(chapterApi.editor, { storyId: branch.storyId, ...input }, who);

  it('shows the chapter before, and opens the draft that was started after it', async () => {
    const left = await buildWay(app, branch.creator, branch.storyId, branch.first, 'Left');
    await begin(branch.first);
    expect(await openEditor(branch.writer, { parentChapterId: left })).toMatchObject({
      draft: null,
      canWrite: true,
      number: 3,
      parentId: left,
      before: { id: left, title: 'Left', number: 2 },
    });
    const begun = await begin(left);
    await begin(branch.first);
    expect(await openEditor(branch.writer, { parentChapterId: left })).toMatchObject({
      draft: { id: begun.id },
      parentId: left,
    });
    expect(await openEditor(branch.writer, { chapterId: begun.id })).toMatchObject({
      draft: { id: begun.id, parentId: left, choice: 'Follow the ferry' },
      number: 3,
      parentId: left,
      before: { id: left },
    });
  });

  it('opens the newest draft if no chapter is given', async () => {
    expect(await openEditor(branch.writer)).toMatchObject({
      draft: null,
      canWrite: false,
      parentId: null,
      before: null,
    });
    const left = await buildWay(app, branch.creator, branch.storyId, branch.first, 'Left');
    const begun = await begin(left);
    expect(await openEditor(branch.writer)).toMatchObject({ draft: { id: begun.id }, number: 3, before: { id: left } });
  });

  it('says when the member may not write, and finds no chapters of other stories', async () => {
    expect(await openEditor(branch.member, { parentChapterId: branch.first })).toMatchObject({
      canWrite: false,
      number: 2,
    });
    const other = await buildBranchStory(app, branch.creator, {});
    const unsent = await begin(branch.first);
    for (const parentChapterId of [other.ids.first!, unsent.id, '999999999'])
      expect(
        outcome(await app.send(chapterApi.editor, { storyId: branch.storyId, parentChapterId }, branch.writer)),
      ).toBe('404 chapter_not_found');
    await hide(app, branch.first);
    expect(await openEditor(branch.writer, { parentChapterId: branch.first })).toMatchObject({
      canWrite: false,
      before: null,
      number: 2,
    });
  });
});
