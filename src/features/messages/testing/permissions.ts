import type { PathsOf } from '#testing/calls.ts';
import type { Member } from '#testing/factories.ts';
import { type Act, OK } from '#testing/permissions/acts.ts';
import type { Permissions } from '#testing/permissions/face.ts';
import { forEachMember, type World } from '#testing/permissions/world.ts';
import { messageApi } from '../contract.ts';
import { notify } from '../server/index.ts';

const NO_MESSAGE = '404 message_not_found';

declare module '#testing/calls.ts' {
  interface ApiPaths {
    messages: PathsOf<typeof messageApi>;
  }
}

declare module '#testing/permissions/targets.ts' {
  interface Targets {
    messages: 'own message' | 'message';
  }
}

const acts: readonly Act[] = [
  {
    call: messageApi.markRead,
    send: (messageId) => ({ messageId }),
    on: [
      [['missing'], NO_MESSAGE],
      [['own message'], OK],
      [['message'], { rest: NO_MESSAGE, C: OK }],
    ],
  },
  {
    call: messageApi.handleInvite,
    send: (messageId) => ({ messageId, accept: false }),
    on: [
      [['missing', 'message'], NO_MESSAGE],
      [['invitation'], { rest: NO_MESSAGE, T: OK }],
    ],
  },
  {
    call: messageApi.handleApplication,
    send: (messageId) => ({ messageId, accept: true }),
    on: [
      [['missing', 'message'], NO_MESSAGE],
      [['application'], { rest: NO_MESSAGE, C: OK }],
    ],
  },
  {
    call: messageApi.unread,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  {
    call: messageApi.list,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  {
    call: messageApi.counts,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  {
    call: messageApi.markAllRead,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
];

/** Two messages to C, and one to everyone else. */
async function plantMessages(world: World): Promise<void> {
  const { app, members, put, putOwn } = world;
  const welcome = async (member: Member) => {
    await notify(app.deps, 'system_notice', { to: member.id, params: { text: 'Welcome' } });
    const [message] = await app.call(messageApi.unread, {}, member);
    return message!.id;
  };
  put('message', await welcome(members.C));
  await forEachMember(world, async (member, role) => putOwn('own message', role, await welcome(member)));
}

export const permissions: Permissions = {
  acts,
  plants: [{ plant: plantMessages }],
};
