import type { QueueEntry, QueueSummary } from '../contract.ts';
import { QUEUE_KINDS, type QueueKind } from '../model/queue.ts';
import { itemKey, type QueueItem } from './queue-path.ts';

type Place = Pick<QueueEntry, 'kind' | 'id' | 'blocker'>;

function placeOf(entries: readonly Place[], item: QueueItem | null): number {
  return item === null ? -1 : entries.findIndex((entry) => itemKey(entry) === itemKey(item));
}

/**
 * Returns the neighbor of an entry in the queue, or null at its ends. An entry that isn’t in the queue counts as before
 * the first.
 */
export function neighbourInQueue<T extends Place>(
  entries: readonly T[],
  item: QueueItem | null,
  step: 1 | -1,
): T | null {
  return entries[placeOf(entries, item) + step] ?? null;
}

/**
 * Returns the entry to open after a decision: the next one that the moderator can decide, continuing from the start of
 * the queue.
 */
export function nextToDecide<T extends Place>(entries: readonly T[], item: QueueItem | null): T | null {
  const at = placeOf(entries, item);
  const others = [...entries.slice(at + 1), ...entries.slice(0, Math.max(at, 0))];
  return others.find(({ blocker }) => blocker === null) ?? null;
}

/** Number of entries, of one kind or all. */
export function waitingOf(waiting: Pick<QueueSummary, QueueKind>, kind: QueueKind | null): number {
  return kind ? waiting[kind] : QUEUE_KINDS.reduce((sum, one) => sum + waiting[one], 0);
}
