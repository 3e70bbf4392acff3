/** A participant of a relay, as the queue sees them. */
export interface TurnQueueFacts {
  accountId: string;
  /** Position in the order of joining. */
  number: number;
  waitingSince: Date;
  /** Skipped after two missed turns, until they rejoin the queue. */
  skipped: boolean;
  /** Not suspended, banned or deleted. */
  active: boolean;
}

/** Returns the writers who can get the turn, longest wait first. Equal waits are sorted by the order of joining. */
export function queueOf<S extends TurnQueueFacts>(queueEntries: readonly S[], currentId: string | null): S[] {
  return queueEntries
    .filter((entry) => entry.active && !entry.skipped && entry.accountId !== currentId)
    .sort((a, b) => a.waitingSince.getTime() - b.waitingSince.getTime() || a.number - b.number);
}

/**
 * Returns who writes after `lastId`: the preferred writer if they are in the queue, else the first in the queue, else
 * the last writer again. Null if no one can write.
 */
export function nextWriter(
  queueEntries: readonly TurnQueueFacts[],
  lastId: string | null,
  preferredId: string | null,
): string | null {
  const queue = queueOf(queueEntries, lastId);
  const wished = queue.find((entry) => entry.accountId === preferredId);
  const again = queueEntries.find((entry) => entry.accountId === lastId && entry.active && !entry.skipped);
  return (wished ?? queue[0] ?? again)?.accountId ?? null;
}
