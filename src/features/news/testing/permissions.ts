import type { PathsOf } from '#testing/calls.ts';
import { type Act, OK } from '#testing/permissions/acts.ts';
import type { Permissions } from '#testing/permissions/face.ts';
import { newsApi } from '../contract.ts';
import { unsubscribeToken } from '../server/unsubscribe-token.ts';

declare module '#testing/calls.ts' {
  interface ApiPaths {
    news: PathsOf<typeof newsApi>;
  }
}

declare module '#testing/permissions/targets.ts' {
  interface Targets {
    news: 'link of an email';
  }
}

const acts: readonly Act[] = [
  { call: newsApi.settings, mayHave: ['email'], send: () => ({}), on: [[['nothing'], OK]] },
  { call: newsApi.choose, send: () => ({ kind: 'turns', choice: 'never' }), on: [[['nothing'], OK]] },
  { call: newsApi.resume, send: () => ({}), on: [[['nothing'], OK]] },
  {
    call: newsApi.unsubscribing,
    send: (token) => ({ token }),
    on: [
      [['missing'], '404 not_found'],
      [['link of an email'], OK],
    ],
  },
];

export const permissions: Permissions = {
  acts,
  plants: [
    {
      async plant({ app, members, put }) {
        put('link of an email', unsubscribeToken(app.deps, members.C, 'turns'));
      },
    },
  ],
};
