import { member } from '#features/accounts/testing/targets.ts';
import type { PathsOf } from '#testing/calls.ts';
import { type Act, OK } from '#testing/permissions/acts.ts';
import type { Permissions } from '#testing/permissions/face.ts';
import { profileApi } from '../contract.ts';

declare module '#testing/calls.ts' {
  interface ApiPaths {
    profile: PathsOf<typeof profileApi>;
  }
}

const acts: readonly Act[] = [
  { call: profileApi.counts, send: () => ({}), on: [[['nothing'], OK]] },
  { call: profileApi.created, send: () => ({}), on: [[['nothing'], OK]] },
  { call: profileApi.deleted, send: () => ({}), on: [[['nothing'], OK]] },
  { call: profileApi.joined, send: () => ({}), on: [[['nothing'], OK]] },
  { call: profileApi.interactions, send: () => ({}), on: [[['nothing'], OK]] },
  { call: profileApi.reviewing, send: () => ({}), on: [[['nothing'], OK]] },
  { call: profileApi.needs, send: () => ({}), on: [[['nothing'], OK]] },
  { call: profileApi.invitable, send: member, on: [[['missing', 'own account', 'member'], OK]] },
  {
    call: profileApi.work,
    send: member,
    on: [
      [['missing'], '404 user_not_found'],
      [['member'], OK],
      [['own account'], { rest: OK, 'S B': '404 user_not_found' }],
    ],
  },
  {
    call: profileApi.stories,
    send: member,
    on: [
      [['missing'], '404 user_not_found'],
      [['member'], OK],
      [['own account'], { rest: OK, 'S B': '404 user_not_found' }],
    ],
  },
  {
    call: profileApi.translations,
    send: member,
    on: [
      [['missing'], '404 user_not_found'],
      [['member'], OK],
      [['own account'], { rest: OK, 'S B': '404 user_not_found' }],
    ],
  },
];

export const permissions: Permissions = { acts };
