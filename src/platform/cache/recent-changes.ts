import { SECOND } from '#core/time.ts';
import { monotonicNow } from './fills.ts';

/** Longer than a response can take to be made, and an invalidation to arrive. */
const REMEMBERED_MS = 20 * SECOND;

/** Longer than an invalidation takes to arrive in another process. */
const LATE_MS = 5 * SECOND;

/** The tags that were invalidated in the last 20 seconds, and when. */
export class RecentChanges {
  /** In the order of their time. */
  readonly #times = new Map<string, number>();
  /** What was invalidated before isn’t known. */
  #since = monotonicNow();

  add(tag: string): void {
    const now = monotonicNow();
    this.#times.delete(tag);
    this.#times.set(tag, now);
    for (const [oldest, time] of this.#times) {
      if (time > now - REMEMBERED_MS) break;
      this.#times.delete(oldest);
    }
  }

  /**
   * True if a response with these tags that began to be made at that time may be older than an invalidation of this
   * process. Others may hear of one up to five seconds later.
   */
  mayConcern(tags: Iterable<string>, begun: number): boolean {
    if (begun < this.#since) return true;
    for (const tag of tags) if ((this.#times.get(tag) ?? 0) > begun - LATE_MS) return true;
    return false;
  }

  /** Forgets all, because changes may have been missed. */
  clear(): void {
    this.#times.clear();
    this.#since = monotonicNow();
  }
}
