/** So many failures in a row mean that the service is down. */
const MOST_FAILURES = 3;
const REST_MS = 5000;

/**
 * Remembers that a service is down, so that not every request has to find out by waiting. After a rest, one request at
 * a time tries it again.
 */
export class Breaker {
  readonly #now: () => number;
  #failures = 0;
  #restsUntil = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns whether a request may be sent. */
  admits(): boolean {
    if (this.#failures < MOST_FAILURES) return true;
    if (this.#now() < this.#restsUntil) return false;
    this.#restsUntil = this.#now() + REST_MS;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures += 1;
    if (this.#failures >= MOST_FAILURES) this.#restsUntil = this.#now() + REST_MS;
  }
}
