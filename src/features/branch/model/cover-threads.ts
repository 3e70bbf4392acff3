import { type Chance, drawInteger } from '#features/stories/model/cover/cover-chance.ts';
import {
  clamp,
  drawThread,
  ease,
  type Loom,
  type LoomPosition,
  type Point,
  round,
  trace,
  yarn,
} from '#features/stories/model/cover/loom.ts';

/** A range of threads that still run together: `from` inclusive, `to` exclusive. */
type Bundle = readonly [from: number, to: number];

/** Where the three forks start along the run, how long each is, and how far the bundles have spread after each. */
const FORKS = [0.02, 0.24, 0.48];
const FORK_LENGTH = 0.44;
const SPREAD = [0, 0.5, 0.86, 1];

/** Branch: a bundle that forks three times. Rings mark open ends. */
export function drawBranchThreads(loom: Loom): string {
  const { chance, broad } = loom;
  const threads = 7 + drawInteger(chance, 7);
  const gap = Math.min(7, broad / threads / 2) / broad;
  const width = Math.min(5, gap * broad * 0.78);
  const levels = forkBundles(chance, threads);
  const [, firstFork, secondFork] = levels as [Bundle[], Bundle[], Bundle[]];
  const firstStay = firstFork[1]?.[0] ?? threads;
  const othersFrom = secondFork.map(([from]) => from).filter((from) => from >= firstStay);
  const root = 0.3 + chance() * 0.4;

  let art = '';
  for (let thread = 0; thread < threads; thread++) {
    const stations = levels.map((bundles, level) => {
      const [from, to] = bundles.find(([first, end]) => thread >= first && thread < end) as Bundle;
      const middle = level ? (from + to) / 2 / threads : root;
      return root + (middle - root) * (SPREAD[level] as number) + (thread + 0.5 - (from + to) / 2) * gap;
    });
    const end = chance() < 0.3 ? 0.72 + chance() * 0.18 : 1;
    const points = trace(loom, (t) => fork(t * end, stations), 48);
    const bundle = othersFrom.filter((from) => from <= thread).length;
    const color = thread < firstStay ? yarn(loom, 0) : yarn(loom, 1 + (bundle % 3));
    art += drawThread(loom, points, color, round(width));
    if (end < 1) art += drawOpenEnd(loom, points.at(-1) as Point, color, width);
  }
  return art;
}

/** The bundles before the first fork and after each one. Every bundle of two or more threads is split somewhere. */
function forkBundles(chance: Chance, threads: number): Bundle[][] {
  const levels: Bundle[][] = [[[0, threads]]];
  for (const _ of FORKS) {
    const bundles = levels.at(-1) as Bundle[];
    levels.push(
      bundles.flatMap(([from, to]): Bundle[] => {
        // Also drawn for single threads, to keep the sequence of random numbers of the recorded pictures.
        const cut = from + 1 + drawInteger(chance, to - from - 1);
        if (to - from <= 1) return [[from, to]];
        return [
          [from, cut],
          [cut, to],
        ];
      }),
    );
  }
  return levels;
}

/** Moves from station to station, each change eased. */
function fork(along: number, stations: readonly number[]): LoomPosition {
  let across = stations[0] as number;
  FORKS.forEach((begin, i) => {
    const change = (stations[i + 1] as number) - (stations[i] as number);
    across += change * ease(clamp((along - begin) / FORK_LENGTH));
  });
  return [along, across];
}

function drawOpenEnd(loom: Loom, [x, y]: Point, color: string, threadWidth: number): string {
  const outline = `stroke="${color}" stroke-width="${round(Math.max(2.5, threadWidth * 0.8))}"`;
  return `<circle cx="${round(x)}" cy="${round(y)}" r="6" fill="${loom.cloth}" ${outline}/>`;
}
