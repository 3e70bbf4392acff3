import { buildBranchStory, buildMember } from '#testing/factories.ts';
import type { ModeStoryBuilder } from '#testing/mode-stories.ts';
import { branchApi } from '../contract.ts';
import { takeIn } from '../server/branch.test-kit.ts';

export const modeStory: ModeStoryBuilder = {
  mode: 'branch',
  /** A fork with a reservation after one of its continuations. */
  async build(app) {
    const creator = await buildMember(app);
    const participant = await buildMember(app);
    const { storyId, ids } = await buildBranchStory(app, creator);
    await takeIn(app, storyId, participant);
    await app.call(branchApi.reserve, { chapterId: ids.left! }, participant);
    return { storyId, chapterId: ids.left!, creator, participant };
  },
  chapterStatements: 5,
  chapter: { create: ({ chapterId }) => ({ parentChapterId: chapterId, choice: 'Go on' }) },
};
