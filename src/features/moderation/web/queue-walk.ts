import type { QueueEntry, Waiting } from '../contract.ts';
import { SUBJECT_KINDS, type SubjectKind } from '../model/review-status.ts';

type Place = Pick<QueueEntry, 'id' | 'obstacle'>;

/** The neighbour of an entry in the queue; null at its ends. What is not in the queue stands before its beginning. */
export function neighbour<T extends Place>(entries: readonly T[], id: string | null, step: 1 | -1): T | null {
  const at = entries.findIndex((entry) => entry.id === id);
  return entries[at + step] ?? null;
}

/** What to take after a decision: the next one that the moderator may decide about, round again from the beginning. */
export function nextToDecide<T extends Place>(entries: readonly T[], id: string): T | null {
  const at = entries.findIndex((entry) => entry.id === id);
  const others = [...entries.slice(at + 1), ...entries.slice(0, Math.max(at, 0))];
  return others.find(({ obstacle }) => obstacle === null) ?? null;
}

/** How much waits, of one kind or of all. */
export function waitingOf(waiting: Waiting, kind: SubjectKind | null): number {
  return kind ? waiting[kind] : SUBJECT_KINDS.reduce((sum, one) => sum + waiting[one], 0);
}
