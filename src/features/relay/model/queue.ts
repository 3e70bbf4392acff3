/** A participant of a relay as the queue sees them. */
export interface SeatFacts {
  accountId: string;
  /** Order of joining. */
  number: number;
  waitingSince: Date;
  /** Skipped after two missed turns, until they ask back in. */
  benched: boolean;
  /** Not suspended, banned or gone. */
  active: boolean;
}

/** Whose turn can come, longest waiting first; who waits equally long goes by the order of joining. */
export function queueOf<S extends SeatFacts>(seats: readonly S[], currentId: string | null): S[] {
  return seats
    .filter((seat) => seat.active && !seat.benched && seat.accountId !== currentId)
    .sort((a, b) => a.waitingSince.getTime() - b.waitingSince.getTime() || a.number - b.number);
}

/**
 * Who writes after `lastId`: the one wished for if their turn can come, else the first of the queue, else the last writer
 * again where nobody waits. Null when nobody can write.
 */
export function nextWriter(seats: readonly SeatFacts[], lastId: string | null, wish: string | null): string | null {
  const queue = queueOf(seats, lastId);
  const wished = queue.find((seat) => seat.accountId === wish);
  const again = seats.find((seat) => seat.accountId === lastId && seat.active && !seat.benched);
  return (wished ?? queue[0] ?? again)?.accountId ?? null;
}
