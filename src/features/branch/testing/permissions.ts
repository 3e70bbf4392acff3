import { type ChapterTarget, chapter, NO_CHAPTER } from '#features/chapters/testing/targets.ts';
import { participationApi } from '#features/participation/contract.ts';
import { NO_STORY, type StoryTarget, story } from '#features/stories/testing/targets.ts';
import { buildChapterDraft, buildPublishedStory } from '#testing/factories.ts';
import { type Act, OK } from '#testing/permissions/acts.ts';
import type { World } from '#testing/permissions/world.ts';
import { branchApi } from '../contract.ts';
import type { BranchTarget } from './targets.ts';

export const BRANCH_ACTS: readonly Act<BranchTarget | ChapterTarget | StoryTarget>[] = [
  {
    call: branchApi.tree,
    send: story,
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['branch'], OK],
    ],
  },
  {
    call: branchApi.continuations,
    send: chapter,
    on: [
      [
        ['missing', 'draft story’s chapter', 'draft chapter', 'pending chapter', 'branch draft', 'deleted chapter'],
        NO_CHAPTER,
      ],
      [['branch chapter'], OK],
    ],
  },
  {
    call: branchApi.path,
    send: chapter,
    on: [
      [
        ['missing', 'draft story’s chapter', 'draft chapter', 'pending chapter', 'branch draft', 'deleted chapter'],
        NO_CHAPTER,
      ],
      [['branch chapter'], OK],
    ],
  },
  {
    call: branchApi.reserve,
    send: chapter,
    on: [
      [
        ['missing', 'draft story’s chapter', 'draft chapter', 'pending chapter', 'branch draft', 'deleted chapter'],
        NO_CHAPTER,
      ],
      [['branch chapter'], OK],
    ],
  },
  {
    call: branchApi.release,
    send: chapter,
    on: [
      [
        ['missing', 'draft story’s chapter', 'draft chapter', 'pending chapter', 'branch draft', 'deleted chapter'],
        NO_CHAPTER,
      ],
      [['branch chapter'], OK],
    ],
  },
];

/** Creates a branch of C in which P has a draft of a continuation. */
export async function plantBranch({ app, members: { C, P }, put }: World<BranchTarget>): Promise<void> {
  const branch = await buildPublishedStory(app, C, { mode: 'branch' });
  put('branch', branch.story.id);
  put('branch chapter', branch.chapterId);
  await app.call(participationApi.apply, { storyId: branch.story.id }, P);
  const way = { parentChapterId: branch.chapterId, choice: 'left' };
  put('branch draft', (await buildChapterDraft(app, P, branch.story.id, way)).id);
}
