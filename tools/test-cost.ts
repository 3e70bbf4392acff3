import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { treeCpuSeconds } from './cpu.ts';

// The costs of each test file. Test runners append a line for each test or for the whole file. The test command adds
// them up.
const ROOT = join(import.meta.dirname, '..');
const LOG = join(ROOT, 'test-results/costs.jsonl');

export interface FileCost {
  /** Path relative to the project. */
  readonly file: string;
  /**
   * CPU seconds of the runner’s process with its children, including the browser, but without the database server and
   * the site.
   */
  readonly cpu: number;
  /** Elapsed seconds. */
  readonly wall: number;
}

/** Starts measuring. The returned function adds what was used since then to the cost of a file. */
export function measureCost(): (file: string) => void {
  const cpu = treeCpuSeconds();
  const begun = performance.now();
  return (file) => {
    const line: FileCost = {
      file: relative(ROOT, file),
      cpu: (treeCpuSeconds() ?? 0) - (cpu ?? 0),
      wall: (performance.now() - begun) / 1000,
    };
    mkdirSync(join(ROOT, 'test-results'), { recursive: true });
    appendFileSync(LOG, `${JSON.stringify(line)}\n`);
  };
}

/** Returns the costs of the last run, highest first. */
export function readCosts(): FileCost[] {
  if (!existsSync(LOG)) return [];
  const lines = readFileSync(LOG, 'utf8').trim().split('\n');
  const byFile = Map.groupBy(
    lines.map((line) => JSON.parse(line) as FileCost),
    ({ file }) => file,
  );
  const sum = (costs: FileCost[], what: 'cpu' | 'wall') => costs.reduce((all, cost) => all + cost[what], 0);
  return [...byFile]
    .map(([file, costs]) => ({ file, cpu: sum(costs, 'cpu'), wall: sum(costs, 'wall') }))
    .sort((a, b) => b.cpu - a.cpu);
}
