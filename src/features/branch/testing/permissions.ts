import { chapter, NO_CHAPTER } from '#features/chapters/testing/targets.ts';
import { participationApi } from '#features/participation/contract.ts';
import { NO_STORY, story } from '#features/stories/testing/targets.ts';
import type { PathsOf } from '#testing/calls.ts';
import { buildChapterDraft, buildPublishedStory } from '#testing/factories.ts';
import { type Act, OK } from '#testing/permissions/acts.ts';
import type { Permissions } from '#testing/permissions/face.ts';
import type { World } from '#testing/permissions/world.ts';
import { branchApi } from '../contract.ts';

declare module '#testing/calls.ts' {
  interface ApiPaths {
    branch: PathsOf<typeof branchApi>;
  }
}

declare module '#testing/permissions/targets.ts' {
  interface Targets {
    branch: 'branch' | 'branch chapter' | 'branch draft';
  }
}

const acts: readonly Act[] = [
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
async function plantBranch({ app, members: { C, P }, put }: World): Promise<void> {
  const branch = await buildPublishedStory(app, C, { mode: 'branch' });
  put('branch', branch.story.id);
  put('branch chapter', branch.chapterId);
  await app.call(participationApi.apply, { storyId: branch.story.id }, P);
  const way = { parentChapterId: branch.chapterId, choice: 'left' };
  put('branch draft', (await buildChapterDraft(app, P, branch.story.id, way)).id);
}

export const permissions: Permissions = {
  acts,
  plants: [{ plant: plantBranch }],
};
