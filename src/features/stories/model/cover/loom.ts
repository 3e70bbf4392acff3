import type { Chance } from '#features/stories/model/cover/cover-chance.ts';
import type { CoverPalette } from '#features/stories/model/cover/cover-palettes.ts';

/** In px of the picture. */
export type Point = readonly [x: number, y: number];

/** A position in the threads’ box: `along` from 0 where they enter to 1 where they leave, `across` from 0 to 1. */
export type LoomPosition = readonly [along: number, across: number];

/** Where the threads run, and in which colors. The art of each mode uses only this, neither title nor canvas. */
export type Loom = CoverPalette & {
  chance: Chance;
  /** Length and breadth of the box along and across the threads, in px. */
  long: number;
  broad: number;
  at: (place: LoomPosition) => Point;
  /** Transforms the points of a thread before it is drawn. The social image extends its ends to the edges. */
  finish: (points: readonly Point[]) => readonly Point[];
};

/** The color at an index of the palette, cycling. */
export function yarn(loom: Loom, index: number): string {
  return loom.yarns[index % loom.yarns.length] as string;
}

/** The points of a run at `steps` + 1 even steps of t from 0 to 1. */
export function trace(loom: Loom, run: (t: number) => LoomPosition, steps = 90): Point[] {
  return Array.from({ length: steps + 1 }, (_, i) => loom.at(run(i / steps)));
}

/** Draws a thread with a width in px. Thick ones show their twist. Needs at least two points. */
export function drawThread(loom: Loom, points: readonly Point[], color: string, width: number): string {
  const path = smoothPath(loom.finish(points));
  const thread = `<path d="${path}" stroke="${color}" stroke-width="${width}"/>`;
  if (width <= 5) return thread;
  const dashes = `stroke-dasharray=".8 ${round(width * 0.34)}" stroke-linecap="butt" opacity=".3"`;
  return `${thread}<path d="${path}" stroke="${loom.cloth}" stroke-width="${width}" ${dashes}/>`;
}

/** A curve through the midpoints between the points, which are its control points. Needs at least two points. */
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

/** Rounds to a tenth of a px. More digits aren’t visible and make the file larger. */
export function round(px: number): number {
  return Math.round(px * 10) / 10;
}

/** Eases from 0 to 1 with a level start and end. */
export function ease(t: number): number {
  return t * t * (3 - 2 * t);
}

/** Clamps `t` to 0…1. */
export function clamp(t: number): number {
  return Math.min(1, Math.max(0, t));
}
