import type { QueueEntry, QueueSummary } from '../contract.ts';
import { QUEUE_KINDS, type QueueKind } from '../model/queue.ts';
import { itemKey, type QueueItem } from './queue-path.ts';

type Place = Pick<QueueEntry, 'kind' | 'id' | 'blocker'>;

function placeOf(entries: readonly Place[], item: QueueItem | null): number {
  return item === null ? -1 : entries.findIndex((entry) => itemKey(entry) === itemKey(item));
}

/** The neighbour of an entry in the queue; null at its ends. What is not in the queue stands before its beginning. */
export function neighbourInQueue<T extends Place>(
  entries: readonly T[],
  item: QueueItem | null,
  step: 1 | -1,
): T | null {
  return entries[placeOf(entries, item) + step] ?? null;
}

/** What to take after a decision: the next one that the moderator may decide about, round again from the beginning. */
export function nextToDecide<T extends Place>(entries: readonly T[], item: QueueItem | null): T | null {
  const at = placeOf(entries, item);
  const others = [...entries.slice(at + 1), ...entries.slice(0, Math.max(at, 0))];
  return others.find(({ blocker }) => blocker === null) ?? null;
}

/** How much waits, of one kind or of all. */
export function waitingOf(waiting: Pick<QueueSummary, QueueKind>, kind: QueueKind | null): number {
  return kind ? waiting[kind] : QUEUE_KINDS.reduce((sum, one) => sum + waiting[one], 0);
}
