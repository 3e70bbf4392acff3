import { to } from '#core/pages.ts';
import { QUEUE_KINDS, type QueueKind } from '../model/queue.ts';

/** An entry of the queue. Ids are unique within a kind. */
export interface QueueItem {
  kind: QueueKind;
  id: string;
}

/** A key of the entry that is unique across kinds. */
export function itemKey({ kind, id }: QueueItem): string {
  return `${kind}-${id}`;
}

export function readItemKey(key: string): QueueItem | null {
  const [, name, id] = /^([a-z]+)-(\d{1,18})$/.exec(key) ?? [];
  const kind = QUEUE_KINDS.find((known) => known === name);
  return kind && id ? { kind, id } : null;
}

/** The selected kind (null for all kinds), and the open item (null for none). */
export interface QueuePlace {
  kind: QueueKind | null;
  item: QueueItem | null;
}

/** Returns the URL parameters for a place in the queue. */
export function queueParameters({ kind, item }: QueuePlace) {
  return { kind, item: item && itemKey(item) };
}

/** Returns the path of the moderation queue with this kind and item. */
export function moderationQueuePath(place: QueuePlace): string {
  return to.moderation(queueParameters(place));
}
