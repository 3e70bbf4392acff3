import type { Item } from './collapse.ts';
import { bindingLength, type Metrics, type Places } from './place.ts';

/** Converts a position along and across the story into one in the drawing. */
export type Bend = (u: number, v: number) => readonly [x: number, y: number];

/** The story runs to the right. */
export const rightwards: Bend = (u, v) => [u, v];
/** The story runs down. */
export const downwards: Bend = (u, v) => [v, u];

/** A tenth of a pixel is precise enough. */
export const short = (value: number): number => Math.round(value * 10) / 10;
const at = ([x, y]: readonly [number, number]) => `${short(x)} ${short(y)}`;

/** Width of the strands where they run into a group. */
const GROUP_MOUTH = 13;

/** The strands from the parent to this item: side by side, with one bend, and level at both ends. */
export function strandsPath(item: Item, places: Places, metrics: Metrics, turn: Bend): string {
  const { parent } = item;
  if (!parent) return '';
  const [from, to] = [places.get(parent)!, places.get(item)!];
  const { pitch } = metrics;
  let before = 0;
  for (const other of parent.items) {
    if (other === item) break;
    before += other.weight;
  }
  const mouth = item.kind === 'group' ? Math.min(pitch, GROUP_MOUTH / item.weight) : pitch;
  const bend = (to.u - from.u) / 2;
  let path = '';
  for (let i = 0; i < item.weight; i += 1) {
    const start = from.v + (before + i - (parent.weight - 1) / 2) * pitch;
    const end = to.v + (i - (item.weight - 1) / 2) * mouth;
    path += `M${at(turn(from.u, start))}C${at(turn(from.u + bend, start))} ${at(turn(to.u - bend * 0.9, end))} ${at(turn(to.u, end))}`;
  }
  return path;
}

/** The line whose round caps form a binding, or the dot of a single knot. */
export function bindingPath(item: Item, places: Places, metrics: Metrics, turn: Bend): string {
  const { u, v } = places.get(item)!;
  // Some browsers draw no caps on a line of length zero.
  const half = Math.max(bindingLength(item, metrics) - metrics.knot, 0.1) / 2;
  return `M${at(turn(u, v - half))}L${at(turn(u, v + half))}`;
}

/** The dotted thread at an open end. */
export function fringePath(item: Item, places: Places, { knot, fringe }: Metrics, turn: Bend): string {
  const { u, v } = places.get(item)!;
  return `M${at(turn(u + knot / 2 + 3, v))}L${at(turn(u + fringe, v))}`;
}

/** A group, drawn as a spiral around a center. */
export function spiralPath(x: number, y: number, radius: number): string {
  const turns = Math.min(9, 1.6 + radius / 5.5);
  // With fewer steps, large spirals would show corners.
  const steps = Math.round(turns * Math.max(14, radius));
  let path = '';
  for (let i = 0; i <= steps; i += 1) {
    const part = i / steps;
    const angle = (part * turns * 2 + 1) * Math.PI;
    const away = radius * (1 - 0.84 * part);
    path += `${i ? 'L' : 'M'}${at([x + away * Math.cos(angle), y + away * Math.sin(angle) * 0.94])}`;
  }
  return path;
}

/** A rounded ring around a box, at a distance of `gap`. */
export function ringPath({ x, y, width, height }: Box, gap: number): string {
  const [w, h] = [width / 2 + gap, height / 2 + gap];
  const r = Math.min(w, h);
  const [dx, dy] = [w - r, h - r];
  const arc = (toX: number, toY: number) => `A${short(r)} ${short(r)} 0 0 1 ${at([toX, toY])}`;
  return [
    `M${at([x - dx, y - h])}`,
    `L${at([x + dx, y - h])}`,
    arc(x + w, y - dy),
    `L${at([x + w, y + dy])}`,
    arc(x + dx, y + h),
    `L${at([x - dx, y + h])}`,
    arc(x - w, y + dy),
    `L${at([x - w, y - dy])}`,
    arc(x - dx, y - h),
    'Z',
  ].join('');
}

/** A box, given by its center. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
