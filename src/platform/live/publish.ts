import { randomBytes } from 'node:crypto';
import type { LiveEvent, LiveTopic } from '#core/live.ts';
import { type Db, notifyProcesses } from '../db/database.ts';

export const LIVE_KIND = 'live';
/** Maximum members per notification, so that it stays below `NOTIFICATION_BYTES`. */
const TOGETHER = 150;

/** An event on its way to all processes. */
export interface Publication {
  /** Id of the event, the same for all recipients of this publication. */
  readonly id: string;
  readonly to: readonly string[];
  /** The topic whose subscribers receive it, if it isn’t for members. */
  readonly topic?: LiveTopic;
  readonly event: LiveEvent;
}

/** Returns a random id. It reveals nothing about the event or its time, and is only used to look it up (`past.ts`). */
export function newLiveId(): string {
  return randomBytes(9).toString('base64url');
}

async function send(db: Db, publications: readonly Publication[]): Promise<void> {
  await notifyProcesses(
    db,
    ...publications.map((publication) => ({ kind: LIVE_KIND, payload: JSON.stringify(publication) })),
  );
}

/**
 * Sends an event to the open pages of these members, on every server, when the transaction commits. Members without an
 * open page miss it, so what they need to know must also be stored in the database.
 */
export async function publish(
  ctx: { readonly db: Db },
  accountIds: readonly string[],
  event: LiveEvent,
): Promise<void> {
  for (let from = 0; from < accountIds.length; from += TOGETHER) {
    await send(ctx.db, [{ id: newLiveId(), to: accountIds.slice(from, from + TOGETHER), event }]);
  }
}

/** Sends each of these members an event of their own. */
export async function publishEach(
  ctx: { readonly db: Db },
  events: readonly { to: string; event: LiveEvent }[],
): Promise<void> {
  if (events.length === 0) return;
  await send(
    ctx.db,
    events.map(({ to, event }) => ({ id: newLiveId(), to: [to], event })),
  );
}

/**
 * Tells the open pages that subscribe to these topics that something in them changed, when the transaction commits. A
 * stream receives at most one event per topic and `TOPIC_PAUSE`, and the last change is never lost.
 */
export async function publishTopics(ctx: { readonly db: Db }, ...topics: LiveTopic[]): Promise<void> {
  if (topics.length === 0) return;
  await send(
    ctx.db,
    topics.map((topic) => ({ id: newLiveId(), to: [], topic, event: { type: 'changed', topic } })),
  );
}
