import type { NoticeKind, NoticeKinds, NoticeRule, ParamsOfNotice } from '#core/notices.ts';
import type { Ctx } from '#platform/context.ts';
import { publishEach } from '#platform/live/publish.ts';
import { paramsFor } from './kinds.ts';
import { insertMessages, markEventsRead } from './messages.repo.ts';

/** A notice to send. */
export type Notice<Kind extends NoticeKind> = {
  /** The recipients. Each gets a message of their own. */
  readonly to: string | readonly string[];
  readonly params: ParamsOfNotice<Kind>;
  readonly storyId?: string | null;
  readonly chapterId?: string | null;
  /** The invitation or application that the notice asks about. Its outcome is written to the message too. */
  readonly requestId?: string | null;
  /** Names the event, uniquely for the kind. */
  readonly eventKey?: string;
  /** The member who causes it. */
  readonly from?: string;
} & (NoticeKinds[Kind]['once'] extends true ? { readonly eventKey: string } : unknown) &
  (NoticeKinds[Kind]['from'] extends 'member' ? { readonly from: string } : unknown);

/** What writing notices needs of a context. */
export type NotifyCtx = Pick<Ctx, 'db' | 'notices' | 'contacts' | 'canSee' | 'queueMails'>;

/**
 * Sends a notice in the transaction of its event, so that both are saved or neither. The only writer of messages, with
 * one statement for any number of recipients: thousands may have voted for a removed entry. Leaves out recipients whom
 * its sender may not reach, who can’t read what it is about, or who already have it. Open pages are notified on commit.
 */
export async function notify<Kind extends NoticeKind>(ctx: NotifyCtx, kind: Kind, notice: Notice<Kind>): Promise<void> {
  const { to, params, storyId = null, chapterId = null, requestId = null, eventKey, from = null } = notice;
  const rule: NoticeRule = ctx.notices[kind];
  const written = await insertMessages(ctx, typeof to === 'string' ? [to] : to, {
    type: rule.type,
    story_id: storyId,
    chapter_id: chapterId,
    request_id: requestId,
    params: paramsFor(kind, rule, params),
    event_key: eventKey === undefined ? null : `${kind}:${eventKey}`,
    isReadable: rule.subject === 'readable',
    from,
  });
  // Each member gets only the id of their own message. A shared id would reveal the number of recipients.
  await publishEach(
    ctx,
    written.map(({ id, to }) => ({ to, event: { type: 'message', id } })),
  );
  if (rule.mail !== null) await ctx.queueMails(ctx, written);
}

/**
 * Marks a member’s notices about an event as read, because it is over, such as a turn that was written. `event` is the
 * beginning of the event keys, up to a colon. Open pages are notified on commit.
 */
export async function settleNotices(
  ctx: Pick<Ctx, 'db'>,
  kinds: readonly NoticeKind[],
  { to, event }: { to: string; event: string },
): Promise<void> {
  const keys = kinds.map((kind) => `${kind}:${event}:`);
  const read = await markEventsRead(ctx.db, to, keys);
  await publishEach(
    ctx,
    read.map((id) => ({ to, event: { type: 'message', id } })),
  );
}
