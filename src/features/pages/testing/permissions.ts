import { type Act, OK } from '#testing/permissions/acts.ts';
import { pageApi } from '../contract.ts';

export const PAGE_ACTS: readonly Act<'nothing'>[] = [
  { call: pageApi.countView, send: () => ({ page: 'home', language: 'en' }), on: [[['nothing'], OK]] },
  {
    call: pageApi.read,
    send: () => ({ page: 'about' }),
    on: [[['nothing'], OK]],
  },
];
