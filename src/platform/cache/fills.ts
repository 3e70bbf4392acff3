import type { CachedResponse } from './cached-response.ts';

/** Time in ms by a clock that all processes of a machine share, and that never goes back. */
export function monotonicNow(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

/** A response that another process has made. */
export interface OthersResponse {
  readonly answer: CachedResponse;
  readonly tags: ReadonlySet<string>;
  /** When it began to be made, by the clock of `monotonicNow`. */
  readonly begun: number;
}

/** Lets one process make a response that several are asked for at the same time. */
export interface Fills {
  /** Resolves with the response if another process is making it, and with null if this one should. */
  await: (key: string) => Promise<OthersResponse | null>;
  /** Call when this process has made it, or failed. */
  done: (key: string) => void;
  /** Where other processes get what this one has made. Null if it isn’t cached anymore. */
  give: (read: (key: string) => OthersResponse | null) => void;
}
