import type { Chance } from '#features/stories/model/cover/cover-chance.ts';
import type { ThreadBox } from '#features/stories/model/cover/cover-layout.ts';
import type { CoverPalette } from '#features/stories/model/cover/cover-palettes.ts';
import type { Loom, Point } from '#features/stories/model/cover/loom.ts';

/** The loom of a cover. Threads run through the box next to the title, from left to right or downwards. */
export function coverLoom(box: ThreadBox, palette: CoverPalette, chance: Chance): Loom {
  const { x, y, width, height, turned } = box;
  return {
    ...palette,
    chance,
    long: turned ? height : width,
    broad: turned ? width : height,
    at: ([along, across]) =>
      turned ? [x + across * width, y + along * height] : [x + along * width, y + across * height],
    finish: (points) => points,
  };
}

/**
 * The loom of the social image: the threads of the same cover (same length, breadth and random numbers), always from
 * left to right around the point 0, 0, and extended on both sides by up to `reach` px.
 */
export function socialLoom(box: ThreadBox, palette: CoverPalette, chance: Chance, reach: number): Loom {
  const cover = coverLoom(box, palette, chance);
  const { long, broad } = cover;
  return {
    ...cover,
    at: ([along, across]) => [(along - 0.5) * long, (across - 0.5) * broad],
    finish: (points) => leadOn(points, long / 2, reach),
  };
}

const LEAD_STEP = 8;
/** Distance in px over which an extended thread becomes level. */
const LEAD_SOFTNESS = 40;

/**
 * Extends threads that start at the left end or stop at the right end to the edge, bending smoothly into the
 * horizontal.
 */
function leadOn(points: readonly Point[], half: number, reach: number): readonly Point[] {
  const [first, second] = points as [Point, Point];
  const [beforeLast, last] = points.slice(-2) as [Point, Point];
  const before = isAt(first[0], -half) ? lead(second, first, -1, reach).reverse() : [];
  const after = isAt(last[0], half) ? lead(beforeLast, last, 1, reach) : [];
  return [...before, ...points, ...after];
}

function isAt(x: number, edge: number): boolean {
  return Math.abs(x - edge) < 0.01;
}

/** The points beyond `to` in the direction -1 (left) or 1 (right), for a thread that comes from `from`. */
function lead(from: Point, to: Point, direction: 1 | -1, reach: number): Point[] {
  const slope = (to[1] - from[1]) / Math.abs(to[0] - from[0]);
  const points: Point[] = [];
  for (let way = LEAD_STEP; Math.abs(to[0]) + way < reach + LEAD_STEP; way += LEAD_STEP) {
    const rise = slope * LEAD_SOFTNESS * (1 - Math.exp(-way / LEAD_SOFTNESS));
    points.push([to[0] + direction * way, to[1] + rise]);
  }
  return points;
}
