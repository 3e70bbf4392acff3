import { beforeAll, beforeEach } from 'vitest';
import { chapterApi } from '#features/chapters/contract.ts';
import {
  buildBranchStory,
  buildChapterDraft,
  buildMember,
  doubtfulProse,
  type Member,
  outcome,
} from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { takeIn } from './branch.test-kit.ts';

interface Branch {
  creator: Member;
  /** A participant. */
  writer: Member;
  /** Not a participant. */
  member: Member;
  moderator: Member;
  storyId: string;
  /** The first chapter. */
  first: string;
}

/** A site with a branching story, new for each test, and the calls of those who write in it. */
export function setUpBranchWriting() {
  const app = setUpTestApp();
  /** Set before the tests. */
  const branch = {} as Branch;
  let seed = 80_000;

  beforeAll(async () => {
    app.app.cache.setListening(false);
    branch.creator = await buildMember(app);
    branch.writer = await buildMember(app);
    branch.member = await buildMember(app);
    branch.moderator = await buildMember(app, { role: 'moderator' });
  });
  beforeEach(async () => {
    const { storyId, ids } = await buildBranchStory(app, branch.creator, {});
    Object.assign(branch, { storyId, first: ids.first! });
    await takeIn(app, storyId, branch.writer);
  });

  return {
    app,
    branch,
    create: async (who: Member | undefined, parentChapterId?: string, storyId = branch.storyId) =>
      outcome(await app.send(chapterApi.create, { storyId, ...(parentChapterId ? { parentChapterId } : {}) }, who)),
    begin: (parentChapterId: string, overrides: Record<string, string> = {}) =>
      buildChapterDraft(app, branch.writer, branch.storyId, {
        parentChapterId,
        choice: 'Follow the ferry',
        ...overrides,
      }),
    /** A text that a moderator has to decide about. */
    doubtful(): { content: string } {
      seed += 1;
      return { content: doubtfulProse(120, seed) };
    },
    submit: async (chapterId: string, who = branch.writer) =>
      outcome(await app.send(chapterApi.submit, { chapterId }, who)),
    draftOf: (chapterId: string) => app.call(chapterApi.draft, { chapterId }, branch.writer),
  };
}
