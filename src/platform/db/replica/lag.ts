import { endOfLastRecord } from '../log-position.ts';

/** Samples at most. A replica that is further behind is late anyway. */
const SAMPLES_MAX = 1000;

interface Sample {
  /** When the log had reached this position, in ms. */
  readonly at: number;
  readonly position: bigint;
}

/**
 * How far a replica is behind its primary, measured with positions of the primary’s log and their times. Without a clock of
 * the replica, and without taking an idle primary for a late replica: a replica that has replayed everything isn’t behind.
 */
export class Lag {
  /** Positions that the replica hasn’t reached, oldest first. */
  #ahead: Sample[] = [];
  #latest = 0n;
  #replayed = 0n;

  /** Call with a position that the primary’s log had reached at this time. */
  written(position: bigint, at: number): void {
    const end = endOfLastRecord(position);
    if (end <= this.#latest) return;
    this.#latest = end;
    if (end > this.#replayed && this.#ahead.length < SAMPLES_MAX) this.#ahead.push({ at, position: end });
  }

  /** Call with what the replica has replayed. */
  replayed(position: bigint): void {
    this.#replayed = position;
    const first = this.#ahead.findIndex((sample) => sample.position > position);
    this.#ahead = first < 0 ? [] : this.#ahead.slice(first);
  }

  get bytes(): number {
    return this.#latest > this.#replayed ? Number(this.#latest - this.#replayed) : 0;
  }

  /** Milliseconds since the primary wrote the first thing that the replica doesn’t have. */
  milliseconds(now: number): number {
    return this.#ahead.length > 0 ? now - this.#ahead[0]!.at : 0;
  }

  forget(): void {
    this.#ahead = [];
    this.#latest = 0n;
    this.#replayed = 0n;
  }
}
