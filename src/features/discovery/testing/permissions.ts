import type { PathsOf } from '#testing/calls.ts';
import { type Act, OK } from '#testing/permissions/acts.ts';
import type { Permissions } from '#testing/permissions/face.ts';
import { discoveryApi } from '../contract.ts';

declare module '#testing/calls.ts' {
  interface ApiPaths {
    discovery: PathsOf<typeof discoveryApi>;
  }
}

const acts: readonly Act[] = [
  { call: discoveryApi.readNext, send: () => ({ storyId: '1', language: 'en' }), on: [[['nothing'], OK]] },
  { call: discoveryApi.countFound, send: () => ({ q: 'salt' }), on: [[['nothing'], OK]] },
  {
    call: discoveryApi.home,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  { call: discoveryApi.people, send: () => ({ q: 'salt' }), on: [[['nothing'], OK]] },
  {
    call: discoveryApi.search,
    send: () => ({ q: 'salt' }),
    on: [[['nothing'], OK]],
  },
];

export const permissions: Permissions = { acts };
