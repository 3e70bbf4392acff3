import { CLOSEST, DEPTH_RULES, DEPTHS, type Depth, type Space } from './arrange.ts';
import type { Scene } from './scene.ts';

/** Position of the drawing on the screen: scaled by `scale`, then moved by `x` and `y` pixels. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

/** Zoom in percent, across all depths, at which each depth starts. */
const STARTS: Record<Depth, number> = { far: 15.5, whole: 38, near: 95 };
const MOST = 250;

/** Zoom factor of one press of a button or key. */
export const ZOOM_STEP = 1.3;

/** Margin around a drawing that is fitted. */
const MARGIN = 24;
/** How much of the drawing always stays in sight, in pixels. */
const KEPT = 60;

export function percentOf(depth: Depth, scale: number): number {
  return scale * DEPTH_RULES[depth].percent;
}

/** Returns the depth that is drawn at a zoom, and its scale. Limits the zoom to what can be drawn. */
export function depthAt(percent: number): { depth: Depth; scale: number } {
  const kept = Math.min(MOST, Math.max(STARTS.far, percent));
  const depth = DEPTHS.findLast((one) => kept >= STARTS[one]) ?? 'far';
  return { depth, scale: kept / DEPTH_RULES[depth].percent };
}

/** The minimum scale of a depth, at which knots are at least 8 pixels apart. */
export function leastScale(depth: Depth): number {
  return Math.max(STARTS[depth] / DEPTH_RULES[depth].percent, CLOSEST / DEPTH_RULES[depth].metrics.slot);
}

/** Zooms around a point of the screen, which keeps its place in the drawing. */
export function zoomAbout(view: View, { x, y }: MapPoint, scale: number): View {
  const factor = scale / view.scale;
  return { scale, x: x - (x - view.x) * factor, y: y - (y - view.y) * factor };
}

export function placeAt({ scale, x, y }: View, point: MapPoint): MapPoint {
  return { x: (point.x - x) / scale, y: (point.y - y) / scale };
}

export function pointAt({ scale, x, y }: View, place: MapPoint): MapPoint {
  return { x: place.x * scale + x, y: place.y * scale + y };
}

/** Shows a place of the drawing at a point of the screen. */
export function showAt(place: MapPoint, point: MapPoint, scale: number): View {
  return { scale, x: point.x - place.x * scale, y: point.y - place.y * scale };
}

/** The scale at which the whole drawing is in sight, at most 1. */
export function fittingScale({ left, right, top, bottom }: Scene, { width, height }: Space): number {
  return Math.min(1, (width - 2 * MARGIN) / (right - left), (height - 2 * MARGIN) / (bottom - top));
}

/** Centers a drawing on the screen. In a direction where it doesn’t fit, centers `place` instead. */
export function fitted(scene: Scene, size: Space, scale: number, place: MapPoint): View {
  const { left, right, top, bottom } = scene;
  const along = (from: number, to: number, room: number, at: number) =>
    (to - from) * scale + 2 * MARGIN <= room ? (room - (from + to) * scale) / 2 : room / 2 - at * scale;
  const view = {
    scale,
    x: along(left, right, size.width, place.x),
    y: along(top, bottom, size.height, place.y),
  };
  return within(view, scene, size);
}

/** Moves the view back if the drawing would be out of sight. */
export function within(view: View, { left, right, top, bottom }: Scene, { width, height }: Space): View {
  const keep = (at: number, from: number, to: number, room: number) =>
    Math.min(room - KEPT - from * view.scale, Math.max(KEPT - to * view.scale, at));
  return { scale: view.scale, x: keep(view.x, left, right, width), y: keep(view.y, top, bottom, height) };
}

const WORD_SIZE = 16;
/** Labels grow no further than this when zooming in. */
const WORD_GROWTH = 1.25;

/** Font size of labels in drawing units. On the screen, they never become too small to read. */
export function wordSize(scale: number): number {
  return (WORD_SIZE * Math.min(WORD_GROWTH, Math.max(1, scale))) / scale;
}
