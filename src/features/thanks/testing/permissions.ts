import { chapter, NO_CHAPTER, UNREADABLE } from '#features/chapters/testing/targets.ts';
import type { PathsOf } from '#testing/calls.ts';
import { type Act, FORBIDDEN, OK } from '#testing/permissions/acts.ts';
import type { Permissions } from '#testing/permissions/face.ts';
import { thanksApi } from '../contract.ts';

declare module '#testing/calls.ts' {
  interface ApiPaths {
    thanks: PathsOf<typeof thanksApi>;
  }
}

const acts: readonly Act[] = [
  {
    call: thanksApi.viewerState,
    send: chapter,
    on: [
      [UNREADABLE, NO_CHAPTER],
      [['chapter'], OK],
    ],
  },
  ...[thanksApi.give, thanksApi.takeBack].map((call) => ({
    call,
    send: chapter,
    on: [
      [UNREADABLE, NO_CHAPTER],
      [['chapter'], { rest: OK, C: FORBIDDEN }],
    ] satisfies Act['on'],
  })),
];

export const permissions: Permissions = { acts };
