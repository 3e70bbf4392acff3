import type { PathsOf } from '#testing/calls.ts';
import { buildStory } from '#testing/factories.ts';
import { type Act, FORBIDDEN, OK, WRONG_STATE } from '#testing/permissions/acts.ts';
import type { Permissions } from '#testing/permissions/face.ts';
import { forEachMember, type World } from '#testing/permissions/world.ts';
import { storyApi } from '../contract.ts';
import { categoryApi } from '../contract-categories.ts';
import { NO_STORY, story } from './targets.ts';

declare module '#testing/calls.ts' {
  interface ApiPaths {
    stories: PathsOf<typeof storyApi> | PathsOf<typeof categoryApi>;
  }
}

declare module '#testing/permissions/targets.ts' {
  interface Targets {
    stories: 'own story' | 'solo' | 'draft story' | 'pending story' | 'deleted story' | 'suggestion';
  }
}

/** `own story` is a draft. */
const acts: readonly Act[] = [
  {
    call: storyApi.detail,
    send: story,
    on: [
      [['missing', 'own story', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['solo'], OK],
    ],
  },
  {
    call: storyApi.draft,
    send: story,
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['own story'], OK],
      [['solo', 'draft story', 'pending story'], { rest: NO_STORY, 'C Mo A': OK }],
    ],
  },
  {
    call: storyApi.viewerState,
    send: story,
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['own story', 'solo'], OK],
      [['draft story', 'pending story'], { rest: NO_STORY, 'C Mo A': OK }],
    ],
  },
  {
    call: storyApi.update,
    send: (storyId) => ({ storyId, progress: 'ended' }),
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['own story'], OK],
      [['solo'], { rest: FORBIDDEN, C: OK }],
      [['draft story', 'pending story'], { rest: NO_STORY, C: OK }],
    ],
  },
  {
    call: storyApi.update,
    send: (storyId) => ({ storyId, title: 'Another one' }),
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['own story'], OK],
      [['solo'], { rest: FORBIDDEN, C: OK }],
      [['draft story'], { rest: NO_STORY, C: OK }],
      [['pending story'], { rest: NO_STORY, C: '409 story_in_review' }],
    ],
  },
  {
    call: storyApi.update,
    send: (storyId) => ({ storyId, mode: 'relay' }),
    on: [
      [['missing'], NO_STORY],
      [['own story'], '409 story_mode_fixed'],
      [['solo'], { rest: FORBIDDEN, C: '409 story_mode_fixed' }],
    ],
  },
  {
    call: storyApi.removeCover,
    send: story,
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['own story'], OK],
      [['solo'], { rest: FORBIDDEN, C: OK }],
      [['draft story'], { rest: NO_STORY, C: OK }],
      [['pending story'], { rest: NO_STORY, C: '409 story_in_review' }],
    ],
  },
  {
    call: storyApi.submit,
    send: story,
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['own story'], OK],
      [['solo'], { rest: FORBIDDEN, C: WRONG_STATE }],
      [['draft story'], { rest: NO_STORY, C: OK }],
      [['pending story'], { rest: NO_STORY, C: '409 story_in_review' }],
    ],
  },
  {
    call: storyApi.withdraw,
    send: story,
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['own story'], WRONG_STATE],
      [['solo'], { rest: FORBIDDEN, C: WRONG_STATE }],
      [['draft story'], { rest: NO_STORY, C: WRONG_STATE }],
      [['pending story'], { rest: NO_STORY, C: OK }],
    ],
  },
  {
    call: storyApi.discardEdit,
    send: story,
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['own story'], WRONG_STATE],
      [['solo'], { rest: FORBIDDEN, C: WRONG_STATE }],
      [['draft story'], { rest: NO_STORY, C: WRONG_STATE }],
      [['pending story'], { rest: NO_STORY, C: '409 story_in_review' }],
    ],
  },
  {
    call: storyApi.delete,
    send: story,
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['own story'], OK],
      [['solo'], { rest: FORBIDDEN, C: OK }],
      [['draft story', 'pending story'], { rest: NO_STORY, C: OK }],
      [['competition'], { rest: FORBIDDEN, C: '409 round_running' }],
    ],
  },
  {
    call: storyApi.undelete,
    send: story,
    on: [
      [['missing', 'own story', 'solo', 'draft story', 'pending story'], NO_STORY],
      [['deleted story'], { rest: NO_STORY, C: OK }],
    ],
  },
  {
    call: storyApi.listByUser,
    send: (userId) => ({ userId }),
    on: [[['missing', 'own account', 'member'], OK]],
  },
  {
    call: storyApi.uploadCover,
    send: story,
    on: [[['missing', 'own story', 'solo', 'draft story', 'pending story', 'deleted story'], '400 image_type_refused']],
  },
  {
    call: storyApi.create,
    send: () => ({ title: 'x', mode: 'solo' }),
    on: [[['nothing'], OK]],
  },
  {
    call: storyApi.listOwn,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  {
    call: categoryApi.list,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  {
    call: categoryApi.suggest,
    send: () => ({ name: 'Sea shanties', reason: 'There are many.' }),
    on: [[['nothing'], OK]],
  },
  {
    call: categoryApi.decide,
    send: (suggestionId) => ({ suggestionId, answer: 'There is one already.' }),
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': '404 case_not_found' }],
      [['suggestion'], { rest: FORBIDDEN, 'Mo A': OK }],
    ],
  },
];

/** A category that M suggests. */
async function plantSuggestion({ app, members: { M }, put }: World): Promise<void> {
  await app.call(categoryApi.suggest, { name: 'Tall tales', reason: 'Somebody has to.' }, M);
  const suggestion = await app.database.db.selectFrom('category_suggestions').select('id').executeTakeFirstOrThrow();
  put('suggestion', suggestion.id);
}

async function plantOwnStories(world: World): Promise<void> {
  await forEachMember(world, async (member, role) =>
    world.putOwn('own story', role, (await buildStory(world.app, member)).id),
  );
}

export const permissions: Permissions = {
  acts,
  plants: [{ plant: plantOwnStories }, { plant: plantSuggestion }],
};
