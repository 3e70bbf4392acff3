import { drawInteger, pick } from '#features/stories/model/cover/cover-chance.ts';
import {
  drawThread,
  ease,
  type Loom,
  type Point,
  round,
  smoothPath,
  trace,
  yarn,
} from '#features/stories/model/cover/loom.ts';

/** Where the knot is tied. `unit` is the size of its curve in px. */
type Tie = { along: number; across: number; unit: number; upwards: 1 | -1 };

/** Competition: many threads run into one, which is tied into a knot and continues. */
export function drawCompetitionThreads(loom: Loom): string {
  const { chance, broad, long } = loom;
  const entries = 4 + drawInteger(chance, 4);
  const winner = drawInteger(chance, entries);
  const bend = chance() * 0.14;
  const width = pick(chance, [6, 8, 10]);
  const winnerWidth = round(width * 1.3);

  const unit = Math.min(winnerWidth * 1.62, broad / 8);
  const along = 0.54 + chance() * 0.14;
  const upwards = chance() < 0.5 ? -1 : 1;
  const across = 0.5 - upwards * (0.06 + (1.9 * unit) / broad) + (chance() - 0.5) * 0.1;
  const tie: Tie = { along, across, unit, upwards };
  /** The level on which the winning thread continues, and the position where all have met. */
  const base = across - (upwards * 1.05 * unit) / broad;
  const meeting = along - (4.2 * unit) / long;

  let art = '';
  for (const entry of winnerLast(entries, winner)) {
    const start = 0.03 + (0.94 * entry) / (entries - 1);
    const phase = chance() * 6;
    const points = trace(
      loom,
      (t) => {
        const sway = bend * Math.sin(t * 2 * Math.PI + phase) * Math.sin(t * Math.PI) * (1 - t);
        return [t * meeting, start + (base - start) * ease(t) + sway];
      },
      60,
    );
    art += drawThread(loom, points, yarn(loom, entry === winner ? 0 : 1 + (entry % 5)), width);
  }
  const whole = [loom.at([meeting, base]), ...traceKnot(loom, tie, -2.7, 2.7, 150), loom.at([1, base])];
  art += drawThread(loom, whole, yarn(loom, 0), winnerWidth);
  return art + KNOT_PASSES_OVER.map((t) => drawCrossing(loom, tie, t, winnerWidth)).join('');
}

/** Draws the winner last, on top of the others. */
function winnerLast(entries: number, winner: number): number[] {
  const losers = Array.from({ length: entries }, (_, entry) => entry).filter((entry) => entry !== winner);
  return [...losers, winner];
}

/** Values of t where the overhand knot’s curve passes over itself. Between them it passes under. */
const KNOT_PASSES_OVER = [-1.932, -0.518, 1.732];

/** The overhand knot’s curve, (t³ - 3t, 4t² - t⁴), with its ends leveled out. In units, t from -2.7 to 2.7. */
function knotCurve(t: number): Point {
  const beyond = Math.max(0, Math.abs(t) - 1.98);
  const levelled = ease(Math.min(1, beyond / 0.62));
  const c = Math.min(Math.abs(t), 2.16);
  const x = c ** 3 - 3 * c;
  const y = 4 * c * c - c ** 4;
  return [
    Math.sign(t) * (x + (levelled ? beyond * 2.6 * levelled : 0)),
    levelled ? Math.max(y, -1.05) * (1 - levelled) - 1.05 * levelled : y,
  ];
}

/** Speed of the curve at t, in units: points 1 / speed apart in t are 1 unit apart. */
function knotSpeed(t: number): number {
  return Math.hypot(3 * t * t - 3, 8 * t - 4 * t ** 3);
}

function traceKnot(loom: Loom, tie: Tie, from: number, to: number, steps: number): Point[] {
  return Array.from({ length: steps + 1 }, (_, i) => {
    const [x, y] = knotCurve(from + ((to - from) * i) / steps);
    const along = tie.along + (x * tie.unit) / loom.long;
    return loom.at([along, tie.across + (tie.upwards * (y * tie.unit)) / loom.broad]);
  });
}

/** Redraws a stretch of the thread above what it crosses, with a rim of cloth color around it. */
function drawCrossing(loom: Loom, tie: Tie, t: number, width: number): string {
  const reach = (0.62 * width) / tie.unit / knotSpeed(t);
  const rim = smoothPath(traceKnot(loom, tie, t - reach * 1.5, t + reach * 1.5, 8));
  const outline = `stroke="${loom.cloth}" stroke-width="${round(width * 1.5)}" stroke-linecap="butt"`;
  const over = traceKnot(loom, tie, t - reach * 2.4, t + reach * 2.4, 12);
  return `<path d="${rim}" ${outline}/>${drawThread(loom, over, yarn(loom, 0), width)}`;
}
