/** Waits at once. More get no place, so that forged or very many requests can’t hold memory. */
const WAITING_MAX = 500;
/** Remembered transactions after `#before`. Only more if one transaction stays open while so many others end. */
const LATER_MAX = 50_000;

/** All transactions that a snapshot of PostgreSQL sees. */
interface Snapshot {
  readonly end: bigint;
  readonly open: ReadonlySet<bigint>;
}

interface Waiter {
  readonly position: bigint;
  readonly end: (isHeard: boolean) => void;
}

/**
 * What this process has heard of: its position among the changes of all processes. A change is named by the id of its
 * transaction (decision 060). Nothing that this process has cached is older than a change that it has heard of.
 */
export class Heard {
  /** What was committed when the process began to listen. Its cache was empty then. */
  #start: Snapshot = { end: 0n, open: new Set() };
  /** All transactions with smaller ids have ended, and those that changed something were heard of. */
  #before = 0n;
  /** Those heard of that aren’t smaller. In the order of hearing. */
  readonly #later = new Set<bigint>();
  readonly #waiting = new Set<Waiter>();
  #isListening = false;

  has(position: bigint): boolean {
    const { end, open } = this.#start;
    return position < this.#before || this.#later.has(position) || (position < end && !open.has(position));
  }

  /**
   * Resolves with true once the process has heard of the change, right away if it has. Resolves with false after
   * `milliseconds`, or right away if it isn’t listening, or if too many others wait.
   */
  wait(position: bigint, milliseconds: number): Promise<boolean> {
    if (this.has(position)) return Promise.resolve(true);
    if (!this.#isListening || this.#waiting.size >= WAITING_MAX) return Promise.resolve(false);
    return new Promise((resolve) => {
      const waiter = {
        position,
        end: (isHeard: boolean) => {
          clearTimeout(timer);
          this.#waiting.delete(waiter);
          resolve(isHeard);
        },
      };
      const timer = setTimeout(() => waiter.end(false), milliseconds);
      this.#waiting.add(waiter);
    });
  }

  /** Call when everything that this transaction tells was received. */
  add(position: bigint): void {
    if (position < this.#before) return;
    this.#later.add(position);
    for (const oldest of this.#later) {
      if (this.#later.size <= LATER_MAX) break;
      this.#later.delete(oldest);
    }
    this.#wake();
  }

  /** Call when everything that transactions with smaller ids tell was received, and none of them is still open. */
  pass(position: bigint): void {
    if (position <= this.#before) return;
    this.#before = position;
    for (const each of this.#later) if (each < position) this.#later.delete(each);
    this.#wake();
  }

  /** Call when the process listens. `snapshot` is the text of a snapshot that was taken after that. */
  start(snapshot: string): void {
    const [, end = '0', open = ''] = snapshot.split(':');
    this.#start = { end: BigInt(end), open: new Set(open.split(',').filter(Boolean).map(BigInt)) };
    this.#isListening = true;
  }

  /** Call when the connection is lost. */
  lose(): void {
    this.#isListening = false;
    this.#start = { end: 0n, open: new Set() };
    this.#before = 0n;
    this.#later.clear();
    for (const { end } of this.#waiting) end(false);
  }

  #wake(): void {
    for (const { position, end } of this.#waiting) if (this.has(position)) end(true);
  }
}
