import type { Chance } from '#features/stories/model/cover/cover-chance.ts';
import type { CoverPalette } from '#features/stories/model/cover/cover-palettes.ts';

/** In px of the picture. */
export type Point = readonly [x: number, y: number];

/** A place in the threads' box: `along` from 0 where they come in to 1 where they go out, `across` from 0 to 1. */
export type LoomPosition = readonly [along: number, across: number];

/** Where the threads run, and what with. The art of each mode knows only this, neither title nor canvas. */
export type Loom = CoverPalette & {
  chance: Chance;
  /** Length and breadth of the box along and across the threads, in px. */
  long: number;
  broad: number;
  at: (place: LoomPosition) => Point;
  /** What happens to the points of a thread before it is drawn: the social image leads its ends on to the edges. */
  finish: (points: readonly Point[]) => readonly Point[];
};

/** The palette by order, from the start again when they run out. */
export function yarn(loom: Loom, index: number): string {
  return loom.yarns[index % loom.yarns.length] as string;
}

/** The points of a run at `steps` + 1 even steps of t from 0 to 1. */
export function trace(loom: Loom, run: (t: number) => LoomPosition, steps = 90): Point[] {
  return Array.from({ length: steps + 1 }, (_, i) => loom.at(run(i / steps)));
}

/** A thread of a width in px; thick ones show their twist. At least two points. */
export function drawThread(loom: Loom, points: readonly Point[], color: string, width: number): string {
  const path = smoothPath(loom.finish(points));
  const thread = `<path d="${path}" stroke="${color}" stroke-width="${width}"/>`;
  if (width <= 5) return thread;
  const dashes = `stroke-dasharray=".8 ${round(width * 0.34)}" stroke-linecap="butt" opacity=".3"`;
  return `${thread}<path d="${path}" stroke="${loom.cloth}" stroke-width="${width}" ${dashes}/>`;
}

/** A curve through the middles between the points, which are its control points. At least two points. */
export function smoothPath(points: readonly Point[]): string {
  const [first, ...rest] = points as [Point, ...Point[]];
  const last = rest.at(-1) as Point;
  let path = `M${round(first[0])} ${round(first[1])}`;
  for (let i = 0; i < rest.length - 1; i++) {
    const [x, y] = rest[i] as Point;
    const [nextX, nextY] = rest[i + 1] as Point;
    path += `Q${round(x)} ${round(y)} ${round((x + nextX) / 2)} ${round((y + nextY) / 2)}`;
  }
  return `${path}L${round(last[0])} ${round(last[1])}`;
}

/** To a tenth of a px: finer is not seen and makes the file longer. */
export function round(px: number): number {
  return Math.round(px * 10) / 10;
}

/** From 0 to 1 with a level start and end. */
export function ease(t: number): number {
  return t * t * (3 - 2 * t);
}

/** `t` kept between 0 and 1. */
export function clamp(t: number): number {
  return Math.min(1, Math.max(0, t));
}
