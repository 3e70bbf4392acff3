/** A participant of a relay as the queue sees them. */
export interface TurnQueueFacts {
  accountId: string;
  /** Order of joining. */
  number: number;
  waitingSince: Date;
  /** Skipped after two missed turns, until they ask back in. */
  skipped: boolean;
  /** Not suspended, banned or gone. */
  active: boolean;
}

/** Whose turn can come, longest waiting first; who waits equally long goes by the order of joining. */
export function queueOf<S extends TurnQueueFacts>(queueEntries: readonly S[], currentId: string | null): S[] {
  return queueEntries
    .filter((entry) => entry.active && !entry.skipped && entry.accountId !== currentId)
    .sort((a, b) => a.waitingSince.getTime() - b.waitingSince.getTime() || a.number - b.number);
}

/**
 * Who writes after `lastId`: the one wished for if their turn can come, else the first of the queue, else the last writer
 * again where nobody waits. Null when nobody can write.
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
