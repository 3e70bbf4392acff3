import type { PathsOf } from '#testing/calls.ts';
import { type Act, OK } from '#testing/permissions/acts.ts';
import type { Permissions } from '#testing/permissions/face.ts';
import { pageApi } from '../contract.ts';

declare module '#testing/calls.ts' {
  interface ApiPaths {
    pages: PathsOf<typeof pageApi>;
  }
}

const acts: readonly Act[] = [
  { call: pageApi.countView, send: () => ({ page: 'home', language: 'en' }), on: [[['nothing'], OK]] },
  {
    call: pageApi.read,
    send: () => ({ page: 'about' }),
    on: [[['nothing'], OK]],
  },
];

export const permissions: Permissions = { acts };
