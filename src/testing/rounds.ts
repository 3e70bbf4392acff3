import { appendFileSync } from 'node:fs';

/** True if all of a large matrix or race should run, instead of a fixed sample. */
export const FULL = process.env.FULL === '1';

/**
 * How often the checks of the drill (docs/drill.md) repeat something: in `npm test`, and at their pass mark, in `npm run drill`
 * and `npm run test:full`. By the number of the check, then by what is counted. The only place with these numbers.
 */
export const ROUNDS = {
  1: { 'logins of each kind': [0, 300] },
  3: { 'wrong passwords from each of 50 addresses': [1, 10] },
  7: { tabs: [3, 10] },
  10: { refusals: [20, 100] },
  12: { bans: [3, 20] },
  22: { 'pairs of demotions': [2, 50] },
  24: { 'random texts': [500, 10_000], 'random messages': [2000, 10_000] },
  25: { 'random parameters of each kind': [10, 1000] },
  35: { 'interrupted uploads': [5, 100] },
  37: { members: [60, 500], 'actions of each': [8, 20], entries: [3, 10] },
  38: { 'ends of voting': [1, 10] },
  40: { 'entries at each end': [30, 100], 'ends of writing': [1, 5] },
  41: { kills: [3, 20], rounds: [4, 10] },
  43: { interleavings: [12, 500] },
  44: { rounds: [12, 300] },
  45: { rounds: [4, 200] },
  46: { 'runs of the model': [20, 2000], 'saves of each version': [10, 60] },
  47: { kills: [3, 200] },
  50: { kills: [2, 20], 'saves in each': [200, 1000] },
  51: { 'kills with the database': [1, 10] },
  57: { 'calls of each kind, route and role': [8, 300] },
  60: { 'requests with secrets': [100, 10_000] },
  65: { 'reports of new accounts': [20, 500] },
} as const satisfies Record<number, Record<string, readonly [short: number, passMark: number]>>;

type Rounds = typeof ROUNDS;

/** Returns how often a test repeats what `unit` names: few times in `npm test`, the pass mark otherwise. */
export function rounds<N extends keyof Rounds, U extends keyof Rounds[N] & string>(check: N, unit: U): number {
  const [short, passMark] = ROUNDS[check][unit] as readonly [number, number];
  return FULL ? passMark : short;
}

/** Returns the numbers from 1 to `rounds(check, unit)`, for `it.each`. */
export function eachRound<N extends keyof Rounds, U extends keyof Rounds[N] & string>(check: N, unit: U): number[] {
  return Array.from({ length: rounds(check, unit) }, (_, i) => i + 1);
}

/** Passes a measured figure to `npm run drill`, which shows it in the row of the check. Does nothing in other runs. */
export function report(figure: string): void {
  const file = process.env.DRILL_FIGURES;
  if (file) appendFileSync(file, `${figure}\n`);
}
