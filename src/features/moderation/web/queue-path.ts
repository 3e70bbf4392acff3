import { QUEUE_KINDS, type QueueKind } from '../model/queue.ts';

/** One thing that waits. Ids count within a kind. */
export interface QueueItem {
  kind: QueueKind;
  id: string;
}

/** Names a thing that waits among all of them. */
export function itemKey({ kind, id }: QueueItem): string {
  return `${kind}-${id}`;
}

export function readItemKey(key: string): QueueItem | null {
  const [, name, id] = /^([a-z]+)-(\d{1,18})$/.exec(key) ?? [];
  const kind = QUEUE_KINDS.find((known) => known === name);
  return kind && id ? { kind, id } : null;
}

/** Which kind is looked through, and what of it is open; null for all kinds, and for nothing. */
export interface QueuePlace {
  kind: QueueKind | null;
  item: QueueItem | null;
}

/** As the address names it. */
export function queueParameters({ kind, item }: QueuePlace) {
  return { kind, item: item && itemKey(item) };
}

/** Where something stands in the moderation queue. */
export function moderationQueuePath({ kind, item }: QueuePlace): string {
  const query = new URLSearchParams({ ...(kind ? { kind } : {}), ...(item ? { item: itemKey(item) } : {}) });
  return query.size > 0 ? `/moderation?${query}` : '/moderation';
}

/** The page that shows how a round was voted on. */
export function auditAddress(roundId: string): string {
  return `/moderation?round=${roundId}`;
}
