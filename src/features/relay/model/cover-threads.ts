import { drawInteger, pick } from '#features/stories/model/cover/cover-chance.ts';
import {
  drawThread,
  type Loom,
  type LoomPosition,
  type Point,
  round,
  trace,
  yarn,
} from '#features/stories/model/cover/loom.ts';

const STEPS = 260;

/** Relay: one thick thread that changes color after each knot. */
export function drawRelayThreads(loom: Loom): string {
  const { chance } = loom;
  const hands = 3 + drawInteger(chance, 4);
  const kind = chance();
  const rows = loom.broad > 240 ? pick(chance, [3, 5, 5, 7]) : 3;
  const phase = chance() * 6;
  const waves = pick(chance, [1.5, 2, 2.5]);
  const width = pick(chance, kind < 0.4 ? [9, 12, 16] : [10, 14, 18]);

  const points = trace(loom, chooseRun(loom, kind, rows, waves, phase), STEPS);
  const knots = Array.from({ length: hands - 1 }, (_, i) => {
    return Math.round((STEPS * (i + 1 + (chance() - 0.5) * 0.5)) / hands);
  });
  const ends = [0, ...knots, STEPS];
  let art = '';
  for (let hand = 0; hand < hands; hand++) {
    const part = points.slice(ends[hand], (ends[hand + 1] as number) + 1);
    art += drawThread(loom, part, yarn(loom, hand), width);
  }
  knots.forEach((step, i) => {
    art += drawKnot(loom, points[step] as Point, yarn(loom, i + 1), width);
  });
  return art;
}

function chooseRun(loom: Loom, kind: number, rows: number, waves: number, phase: number): (t: number) => LoomPosition {
  if (kind < 0.4) return (t) => winding(t, rows, loom.broad / rows / 2 / loom.long);
  if (kind < 0.75) return (t) => wave(t, waves, phase);
  return (t) => spiral(t, loom.broad, loom.long);
}

/**
 * Rows below each other, joined by half circles of radius `bend` (relative to the length). Each row takes .78 of its
 * time, its bend the rest.
 */
function winding(t: number, rows: number, bend: number): LoomPosition {
  const s = t * rows;
  const row = Math.min(rows - 1, Math.floor(s));
  const isLast = row === rows - 1;
  const inRow = s - row;
  const margin = bend + 0.13;
  const start = row > 0 ? margin : 0;
  const end = isLast ? 1 : 1 - margin;
  const across = (row + 0.5) / rows;
  const direct = (along: number) => (row % 2 ? 1 - along : along);
  if (isLast || inRow < 0.78) {
    const done = isLast ? inRow : inRow / 0.78;
    return [direct(start + (end - start) * done), across];
  }
  const angle = ((inRow - 0.78) / 0.22) * Math.PI;
  return [direct(end + Math.sin(angle) * bend), across + (1 - Math.cos(angle)) / 2 / rows];
}

/** A wave that is highest in the middle. */
function wave(t: number, waves: number, phase: number): LoomPosition {
  return [t, 0.5 - 0.46 * Math.sin(t * waves * 2 * Math.PI + phase) * (0.35 + 0.65 * Math.sin(Math.PI * t))];
}

/** Enters from the side, then spirals towards the middle. */
function spiral(t: number, broad: number, long: number): LoomPosition {
  if (t < 0.02) return [t * 8, 0.96];
  const angle = t * 4.5 * Math.PI * (broad > 240 ? 1 : 0.7) + Math.PI;
  const radius = 0.5 * (1 - t * 0.86);
  const along = 0.5 + ((radius * broad) / long) * Math.sin(angle - Math.PI);
  return [along, 0.5 + 0.92 * radius * Math.cos(angle - Math.PI)];
}

function drawKnot(loom: Loom, [x, y]: Point, color: string, threadWidth: number): string {
  const radius = round(threadWidth * 0.82 + 2);
  const outline = `stroke="${loom.cloth}" stroke-width="3"`;
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${radius}" fill="${color}" ${outline}/>`;
}
