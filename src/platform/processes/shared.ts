import type { Registry } from 'prom-client';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Fills } from '../cache/fills.ts';

/** Counts how often a key is used within a time window. */
export interface Counter {
  /** Rejects with `RateLimiterRes` beyond the limit. */
  consume: (key: string) => Promise<unknown>;
}

/** Counts what is open at the same time, such as connections of an address. */
export interface Places {
  /** Takes a place, and resolves with false if all of this key are taken. */
  take: (key: string) => Promise<boolean>;
  free: (key: string) => void;
}

/**
 * What the processes that serve the site on one machine have in common. Limits and figures are the same for any number of
 * them (decision 076).
 */
export interface Shared {
  /** Number of processes that serve requests. */
  readonly processes: number;
  /** Returns a limit of `points` within `seconds`. */
  counter: (name: string, points: number, seconds: number) => Counter;
  /** Returns places of which each key has `most`. */
  places: (name: string, most: number) => Places;
  /** Calls `heard` when another process finds that the database has no room. Returns what tells the others so. */
  outOfRoom: (heard: () => void) => () => void;
  /** Null if no other process makes responses. */
  readonly fills: Fills | null;
  /** Adds the metrics of this process, and returns what reads those of all. */
  metrics: (own: Registry) => () => Promise<string>;
}

/** Counts places in this process. */
function placesHere(most: number): Places {
  const taken = new Map<string, number>();
  return {
    async take(key) {
      const count = taken.get(key) ?? 0;
      if (count >= most) return false;
      taken.set(key, count + 1);
      return true;
    },
    free(key) {
      const left = (taken.get(key) ?? 0) - 1;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
    },
  };
}

/** For a process that serves the site alone. */
export const unshared: Shared = {
  processes: 1,
  counter: (keyPrefix, points, duration) => new RateLimiterMemory({ keyPrefix, points, duration }),
  places: (_name, most) => placesHere(most),
  outOfRoom: () => () => {},
  fills: null,
  metrics: (own) => () => own.metrics(),
};
