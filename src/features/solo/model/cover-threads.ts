import { type Chance, drawInteger, pick } from '#features/stories/model/cover/cover-chance.ts';
import { drawThread, type Loom, type LoomPosition, trace, yarn } from '#features/stories/model/cover/loom.ts';

/** A bell curve over the run: position of its top, height, width. */
type Hill = { centre: number; height: number; spread: number };

/** Solo: one fine thread, wound back and forth over hills, or into a hank or a ball. */
export function drawSoloThreads(loom: Loom): string {
  const { chance } = loom;
  const kind = chance();
  const hills = [drawHill(chance), drawHill(chance), drawHill(chance)];
  return kind < 0.5 ? drawHills(loom, hills) : drawBall(loom);
}

function drawHill(chance: Chance): Hill {
  return { centre: chance(), height: 0.25 + chance() * 0.6, spread: 0.06 + chance() * 0.1 };
}

function drawHills(loom: Loom, hills: readonly Hill[]): string {
  // Odd, so that the thread leaves on the other side.
  const rows = Math.max(9, Math.round(loom.broad / 17)) | 1;
  const lift = loom.broad * (0.16 + loom.chance() * 0.14);
  const run = (t: number): LoomPosition => {
    const s = t * rows;
    const row = Math.min(rows - 1, Math.floor(s));
    const inRow = s - row;
    const along = alongRow(inRow, row, rows);
    const across = (row + 0.5 + towardsNextRow(inRow)) / rows;
    return [along, 0.12 + across * 0.86 - (heightAt(hills, along, across) * lift) / loom.broad];
  };
  return drawThread(loom, trace(loom, run, rows * 34), yarn(loom, 0), 3);
}

/** The rows keep away from the sides. Only the first row starts there, and only the last one ends there. */
function alongRow(inRow: number, row: number, rows: number): number {
  if (row === 0 && inRow < 0.5) return inRow * 1.85;
  if (row === rows - 1 && inRow > 0.5) return 1 - (1 - inRow) * 1.85;
  return 0.075 + 0.85 * (row % 2 ? 1 - inRow : inRow);
}

/** At its ends a row bends towards its neighbors, in rows. */
function towardsNextRow(inRow: number): number {
  if (inRow > 0.95) return (inRow - 0.95) * 10;
  if (inRow < 0.05) return (inRow - 0.05) * 10;
  return 0;
}

/** Each hill lifts the rows near its own height on the cover most. */
function heightAt(hills: readonly Hill[], along: number, across: number): number {
  return hills.reduce((sum, { centre, height, spread }, i) => {
    const bell = Math.exp(-(((along - centre) / spread) ** 2));
    return sum + height * bell * Math.max(0, 1 - Math.abs(across - 0.35 - i * 0.2) * 2.4);
  }, 0);
}

/** Share of the thread that leads in, and also of the part that leads out. */
const LEAD = 0.012;

function drawBall(loom: Loom): string {
  const { chance, broad, long } = loom;
  const turns = 11 + drawInteger(chance, 10);
  const lobes = pick(chance, [0, 2, 3, 5]);
  const drift = 0.3 + chance() * 0.5;
  const radiusAcross = 0.47;
  const radiusAlong = Math.min(0.43, ((radiusAcross * broad) / long) * pick(chance, [1, 1.2, 1.7]));
  const run = (t: number): LoomPosition => {
    const angle = t * turns * 2 * Math.PI + Math.PI;
    const swell = 1 - drift * Math.abs(Math.sin(t * Math.PI * (lobes ? 1 : 1.5))) * 0.8;
    const lobe = lobes ? 0.12 * Math.cos(((angle * lobes) / turns) * 3 + t * 9) : 0;
    const along = 0.5 + radiusAlong * (swell + lobe) * Math.cos(angle + drift * t);
    const across = 0.5 + radiusAcross * (swell - lobe) * Math.sin(angle);
    if (t < LEAD) return [along * (t / LEAD), 0.5 + (across - 0.5) * (t / LEAD)];
    if (t > 1 - LEAD) return [1 - (1 - along) * ((1 - t) / LEAD), across + (0.5 - across) * (1 - (1 - t) / LEAD)];
    return [along, across];
  };
  return drawThread(loom, trace(loom, run, turns * 40), yarn(loom, 0), 2.6);
}
