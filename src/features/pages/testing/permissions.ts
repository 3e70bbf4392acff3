import { type Act, OK } from '#testing/permissions/acts.ts';
import type { Permissions } from '#testing/permissions/face.ts';
import { pageApi } from '../contract.ts';

const acts: readonly Act[] = [
  { call: pageApi.countView, send: () => ({ page: 'home', language: 'en' }), on: [[['nothing'], OK]] },
  {
    call: pageApi.read,
    send: () => ({ page: 'about' }),
    on: [[['nothing'], OK]],
  },
];

export const permissions: Permissions = { acts };
