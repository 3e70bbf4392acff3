import { SECOND } from '#core/time.ts';

/** Points that a process may hand out itself, until their time window ends. */
export interface Allowance {
  readonly points: number;
  /** Milliseconds until the window ends. */
  readonly left: number;
}

interface Window {
  /** Points that no process holds. */
  points: number;
  ends: number;
  /** Processes that may hold points. */
  readonly holders: Set<number>;
  /** The running recall, for which concurrent calls wait. */
  recalling: Promise<void> | null;
}

/** Asks a process for the points of a key that it hasn’t handed out. */
type Recall = (process: number, name: string, key: string) => Promise<number>;

/** Divides the remaining points: at once, a process gets one of this many parts per process. */
const PARTS = 4;

/**
 * The limits of all processes, kept by their parent. A process gets a part of the points of a key, so that most requests
 * are counted without asking. Towards the end the parts become single points, and those that others hold are recalled,
 * so exactly the limit is handed out, whichever processes the requests reach.
 */
export class Allowances {
  readonly #windows = new Map<string, Window>();
  readonly #recall: Recall;
  readonly #now: () => number;

  constructor(recall: Recall, now: () => number = Date.now) {
    this.#recall = recall;
    this.#now = now;
  }

  /** Returns points for a process. None are left if there are 0. */
  async take(
    process: number,
    limit: { name: string; points: number; seconds: number },
    key: string,
    processes: number,
  ): Promise<Allowance> {
    const { name } = limit;
    const window = this.#windowOf(limit, key);
    if (window.points === 0) {
      window.recalling ??= this.#recallAll(window, name, key);
      await window.recalling;
    }
    const points = Math.min(window.points, Math.max(1, Math.floor(window.points / (PARTS * processes))));
    window.points -= points;
    if (points > 0) window.holders.add(process);
    return { points, left: Math.max(1, window.ends - this.#now()) };
  }

  /** Drops windows that have ended. */
  sweep(): void {
    const now = this.#now();
    for (const [id, { ends }] of this.#windows) if (ends <= now) this.#windows.delete(id);
  }

  async #recallAll(window: Window, name: string, key: string): Promise<void> {
    const holders = [...window.holders];
    window.holders.clear();
    const returned = await Promise.all(holders.map((each) => this.#recall(each, name, key).catch(() => 0)));
    window.points += returned.reduce((sum, points) => sum + points, 0);
    window.recalling = null;
  }

  #windowOf({ name, points, seconds }: { name: string; points: number; seconds: number }, key: string): Window {
    const id = `${name} ${key}`;
    const now = this.#now();
    let window = this.#windows.get(id);
    if (!window || window.ends <= now) {
      window = { points, ends: now + seconds * SECOND, holders: new Set(), recalling: null };
      this.#windows.set(id, window);
    }
    return window;
  }
}
