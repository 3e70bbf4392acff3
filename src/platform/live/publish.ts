import { randomBytes } from 'node:crypto';
import type { LiveEvent, LiveTopic } from '#core/live.ts';
import { type Db, notifyProcesses } from '../db/database.ts';

export const LIVE_CHANNEL = 'skein_live';
/** Maximum members per notification, which is limited to 8,000 bytes. */
const TOGETHER = 200;

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
    const publication: Publication = { id: newLiveId(), to: accountIds.slice(from, from + TOGETHER), event };
    await notifyProcesses(ctx.db, LIVE_CHANNEL, JSON.stringify(publication));
  }
}

/** Sends each of these members an event of their own. */
export async function publishEach(
  ctx: { readonly db: Db },
  events: readonly { to: string; event: LiveEvent }[],
): Promise<void> {
  if (events.length === 0) return;
  const payloads = events.map(({ to, event }) =>
    JSON.stringify({ id: newLiveId(), to: [to], event } satisfies Publication),
  );
  await notifyProcesses(ctx.db, LIVE_CHANNEL, ...payloads);
}

/**
 * Tells the open pages that subscribe to these topics that something in them changed, when the transaction commits. A
 * stream receives at most one event per topic and `TOPIC_PAUSE`, and the last change is never lost.
 */
export async function publishTopics(ctx: { readonly db: Db }, ...topics: LiveTopic[]): Promise<void> {
  if (topics.length === 0) return;
  const payloads = topics.map((topic) =>
    JSON.stringify({ id: newLiveId(), to: [], topic, event: { type: 'changed', topic } } satisfies Publication),
  );
  await notifyProcesses(ctx.db, LIVE_CHANNEL, ...payloads);
}
