import type { ParticipationTarget } from '#features/participation/testing/targets.ts';
import { type Act, OK } from '#testing/permissions/acts.ts';
import type { World } from '#testing/permissions/world.ts';
import { messageApi } from '../contract.ts';
import type { MessageTarget } from './targets.ts';

const NO_MESSAGE = '404 message_not_found';

export const MESSAGE_ACTS: readonly Act<'nothing' | MessageTarget | ParticipationTarget>[] = [
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
    call: messageApi.markAllRead,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
];

/** A message to C. */
export async function plantMessage({ app, members: { C }, put }: World<MessageTarget>): Promise<void> {
  const [message] = await app.call(messageApi.unread, {}, C);
  put('message', message!.id);
}
