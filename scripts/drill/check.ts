import { ROUNDS } from '#testing/rounds.ts';

/**
 * Tests of one file, vitest’s or a journey. The names are the beginnings of their titles, or of those of their groups, as they
 * are written in the file.
 */
export interface Tests {
  readonly file: string;
  readonly names: readonly string[];
}

export interface Check {
  /** Its number in the list of checks, or a word for one beside them. */
  readonly id: number | string;
  readonly name: string;
  /** What must hold, with its numbers. */
  readonly passMark: string;
  /** Run by `npm test` with few rounds, and by the drill with all. */
  readonly tests: readonly Tests[];
  /** Files in `scripts/drill/load` that only the drill runs. */
  readonly scripts?: readonly string[];
  /** True if other work on the machine would change the result. */
  readonly needsQuiet?: boolean;
  /** Minutes until it is stopped. Ten by default. */
  readonly minutes?: number;
  /** What is decided otherwise than in the list, or not covered. */
  readonly remark?: string;
}

/** A check that is not counted. Tests of what replaces it run all the same. */
export interface Uncounted {
  readonly id: number;
  readonly name: string;
  readonly uncounted: 'overruled' | 'cannot run here';
  readonly reason: string;
  readonly tests: readonly Tests[];
}

export type Row = Check | Uncounted;

export const isCounted = (row: Row): row is Check => !('uncounted' in row);

export const testsOf = (file: string, ...names: string[]): Tests => ({ file, names });

/** Returns how often a check repeats something, in `npm test` and in the drill. Empty if it is the same. */
export function roundsOf(id: Row['id']): string[] {
  const own = (ROUNDS as Record<number, Record<string, readonly [number, number]>>)[Number(id)] ?? {};
  return Object.entries(own).map(([unit, [short, passMark]]) => `${unit}: ${short} → ${passMark}`);
}
