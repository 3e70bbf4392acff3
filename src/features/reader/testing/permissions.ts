import { chapter, NO_CHAPTER, UNREADABLE } from '#features/chapters/testing/targets.ts';
import { NO_STORY, story } from '#features/stories/testing/targets.ts';
import type { PathsOf } from '#testing/calls.ts';
import { type Act, OK } from '#testing/permissions/acts.ts';
import type { Permissions } from '#testing/permissions/face.ts';
import { readerApi } from '../contract.ts';

declare module '#testing/calls.ts' {
  interface ApiPaths {
    reader: PathsOf<typeof readerApi>;
  }
}

const acts: readonly Act[] = [
  {
    call: readerApi.savePosition,
    send: chapter,
    on: [
      [UNREADABLE, NO_CHAPTER],
      [['chapter'], OK],
    ],
  },
  {
    call: readerApi.bringPlaces,
    send: () => ({ places: [] }),
    on: [[['nothing'], OK]],
  },
  {
    call: readerApi.countRead,
    send: chapter,
    on: [
      [UNREADABLE, NO_CHAPTER],
      [['chapter'], OK],
    ],
  },
  {
    call: readerApi.storyProgress,
    send: story,
    on: [[['missing', 'own story', 'solo', 'draft story', 'pending story', 'deleted story'], OK]],
  },
  {
    call: readerApi.positions,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  {
    call: readerApi.statistics,
    send: story,
    on: [
      [['missing', 'own story', 'deleted story', 'draft story', 'pending story'], NO_STORY],
      [['relay'], { rest: NO_STORY, 'P W C': OK }],
    ],
  },
];

export const permissions: Permissions = { acts };
