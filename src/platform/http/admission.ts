import { SECOND } from '#core/time.ts';

/** So many requests are always admitted at the same time. */
const LEAST = 128;
/** The others may be so many as were answered in this part of a second. */
const WAIT = 0.5;

/**
 * Admits no more requests at the same time than were answered in half a second lately, so that most wait no longer than
 * that, however many come. The event loop isn’t late while they wait for the database or for their turn, so its delay
 * alone doesn’t show that there are too many.
 */
export class Admission {
  readonly #admitted = new Set<object>();
  readonly #now: () => number;
  #begun: number;
  #answered = 0;
  #answeredBefore = 0;

  /** `now` returns a time in ms that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#begun = now();
  }

  /** Returns false if the request must be refused. */
  admit(request: object): boolean {
    this.#turn();
    if (this.#admitted.size >= Math.max(LEAST, WAIT * Math.max(this.#answered, this.#answeredBefore))) return false;
    this.#admitted.add(request);
    return true;
  }

  /** Call when a request is answered or broken off. Does nothing if it wasn’t admitted, or the second time. */
  release(request: object): void {
    if (!this.#admitted.delete(request)) return;
    this.#turn();
    this.#answered += 1;
  }

  /** Begins the next second if this one is over. */
  #turn(): void {
    const seconds = Math.floor((this.#now() - this.#begun) / SECOND);
    if (seconds === 0) return;
    this.#answeredBefore = seconds === 1 ? this.#answered : 0;
    this.#answered = 0;
    this.#begun += seconds * SECOND;
  }
}
