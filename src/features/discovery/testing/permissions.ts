import { type Act, OK } from '#testing/permissions/acts.ts';
import { discoveryApi } from '../contract.ts';

export const DISCOVERY_ACTS: readonly Act<'nothing'>[] = [
  { call: discoveryApi.countFound, send: () => ({ q: 'salt' }), on: [[['nothing'], OK]] },
  {
    call: discoveryApi.home,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  {
    call: discoveryApi.search,
    send: () => ({ q: 'salt' }),
    on: [[['nothing'], OK]],
  },
];
