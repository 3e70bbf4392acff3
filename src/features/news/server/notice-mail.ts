import * as z from 'zod/mini';
import { id } from '#core/fields.ts';
import type { WrittenNotice } from '#features/messages/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { enqueue, jobKind } from '#platform/jobs/jobs.ts';

/** The email of a message whose kind of notice has one. */
export const noticeMail = jobKind(
  'news.mail',
  z.object({ accountId: id, messageId: id }),
  // Besides those of emails about accounts, which don’t wait for these.
  { priority: 'patient', lanes: 2 },
);

/** Queues the emails of notices, in their transaction. The job decides whether each is sent. */
export async function queueMails(ctx: Pick<Ctx, 'db'>, written: readonly WrittenNotice[]): Promise<void> {
  for (const { id: messageId, to: accountId } of written) await enqueue(ctx, noticeMail, { accountId, messageId });
}
