import { ownCpuSeconds } from '../tools/cpu.ts';
import { median } from './bars.ts';
import { type LoadResult, load } from './load.ts';

/** The sides alternate in short turns, because other load on the machine comes and goes within seconds. */
const ROUNDS = 24;
const SECONDS = 0.4;

interface Turn {
  readonly cpuSeconds: number;
  readonly result: LoadResult;
}

/** Long enough for the JIT to compile the path: the bars apply to a server that has been running. */
export const WARM_UP_SECONDS = 4;

/** One side of a comparison: the server and its requests. */
export interface Asked {
  readonly server: { readonly origin: string; readonly pid: number };
  request: () => Buffer;
  /** Accepted statuses; only 200 by default. */
  readonly right?: readonly number[];
}

/** Sends requests over 16 connections and measures from the first one on. */
export function loadOf({ server, request, right }: Asked, seconds: number): Promise<LoadResult> {
  const options = { origin: server.origin, connections: 16, seconds, request, warmUp: false };
  return load(right ? { ...options, right } : options);
}

async function measure(asked: Asked): Promise<Turn> {
  const before = ownCpuSeconds(asked.server.pid);
  const result = await loadOf(asked, SECONDS);
  if (Object.keys(result.wrong).length > 0) throw new Error(`Wrong responses: ${JSON.stringify(result.wrong)}`);
  return { cpuSeconds: ownCpuSeconds(asked.server.pid) - before, result };
}

interface Compared {
  /** Requests per second of CPU time over all turns, site ÷ bare. The figure least affected by other load. */
  readonly byCpu: number;
  /** Requests per second, site ÷ bare: median of all turns. */
  readonly byRate: number;
  /** Rates, times and the ratio by rate, to print with the figure. */
  readonly note: string;
}

/** Measures both sides in alternating turns. */
export async function compare(site: Asked, bare: Asked): Promise<Compared> {
  const mine: Turn[] = [];
  const theirs: Turn[] = [];
  for (const side of [site, bare]) await loadOf(side, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    mine.push(await measure(site));
    theirs.push(await measure(bare));
  }
  const perCpuSecond = (turns: readonly Turn[]) =>
    turns.reduce((sum, { result }) => sum + result.requests, 0) /
    turns.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  const middle = (turns: readonly Turn[], read: (result: LoadResult) => number) =>
    median(turns.map(({ result }) => read(result)));
  const byRate = median(mine.map(({ result }, i) => result.perSecond / theirs[i]!.result.perSecond));
  const both = (read: (result: LoadResult) => number, digits: number) =>
    [mine, theirs].map((turns) => middle(turns, read).toFixed(digits));
  const [own, other] = both(({ perSecond }) => perSecond, 0);
  const [ownP99, otherP99] = both(({ p99 }) => p99, 1);
  const cpu = [mine, theirs].map((turns) => (1e6 / perCpuSecond(turns)).toFixed(1));
  return {
    byCpu: perCpuSecond(mine) / perCpuSecond(theirs),
    byRate,
    note: `${cpu[0]} against ${cpu[1]} µs of CPU; by rate ${byRate.toFixed(2)}, ${own} of ${other} a second; p99 ${ownP99} against ${otherP99} ms`,
  };
}
