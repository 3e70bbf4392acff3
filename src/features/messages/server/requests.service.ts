import { AppError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import { publish } from '#platform/live/publish.ts';
import { type ActionStatus, ANSWERED_TYPES, type AnsweredType } from '../model/message-types.ts';

/**
 * The invitation or application that this member's message asks about. Error: message_not_found, also for a message of
 * somebody else, of another type, or about nothing that is left.
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
 * Writes what became of an invitation or application to the messages that ask about it, in the transaction that decides
 * it; whoever has one open sees its buttons go. An answer also marks them as read; what the other side took back, or
 * nobody answered in time, stays news.
 */
export async function settleRequest(ctx: Pick<Ctx, 'db'>, requestId: string, status: ActionStatus): Promise<void> {
  const isAnswer = status === 'accepted' || status === 'declined';
  const settled = await ctx.db
    .updateTable('messages')
    .set((eb) => ({
      action_status: status,
      ...(isAnswer ? { read_at: eb.fn.coalesce('read_at', eb.fn<Date>('db_clock')) } : {}),
    }))
    .where('request_id', '=', requestId)
    .where('type', 'in', ANSWERED_TYPES)
    .where('action_status', 'is', null)
    .returning(['id', 'account_id'])
    .execute();
  for (const { id, account_id } of settled) await publish(ctx, [account_id], { type: 'message', id });
}
