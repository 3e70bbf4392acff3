import { AppError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import { publishEach } from '#platform/live/publish.ts';
import { type ActionStatus, ANSWERED_TYPES, type AnsweredType } from '../model/message-types.ts';
import { settleMessages } from './messages.repo.ts';

/**
 * Returns the invitation or application that this member’s message asks about. Throws message_not_found, also for
 * messages of other members, of other types, or about a deleted request.
 */
export async function findRequestMessage(
  ctx: Pick<Ctx, 'db'>,
  messageId: string,
  accountId: string,
  type: AnsweredType,
): Promise<string> {
  const row = await ctx.db
    .selectFrom('messages')
    .select('request_id')
    .where('id', '=', messageId)
    .where('account_id', '=', accountId)
    .where('type', '=', type)
    .executeTakeFirst();
  if (!row?.request_id) throw new AppError('message_not_found');
  return row.request_id;
}

/**
 * Writes the outcome of an invitation or application to the messages that ask about it, in the transaction that decides
 * it. Open pages then hide the buttons. Also marks the messages as read, because there is nothing left to answer.
 */
export async function settleRequest(ctx: Pick<Ctx, 'db'>, requestId: string, status: ActionStatus): Promise<void> {
  const settled = await settleMessages(ctx.db, requestId, ANSWERED_TYPES, status);
  await publishEach(
    ctx,
    settled.map(({ id, account_id: to }) => ({ to, event: { type: 'message', id } })),
  );
}
