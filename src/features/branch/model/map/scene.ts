import { isEnd, type TreeNode } from '../tree.ts';
import type { Item } from './collapse.ts';
import {
  type Bend,
  type Box,
  bindingPath,
  downwards,
  fringePath,
  rightwards,
  short,
  spiralPath,
  strandsPath,
} from './paths.ts';
import { ballRadius, bindingLength, type Metrics, type Places } from './place.ts';

/** Writers of one story get one of so many colours. */
const PARTICIPANT_COLORS = 8;

/** Everything of one look is one path: a drawing of hundreds of chapters is some dozen elements. */
export interface Drawn {
  readonly path: string;
  /** From 1 to 8; null for a hidden chapter, which has no name. */
  readonly colorIndex: number | null;
  readonly read: boolean;
}

/** Somebody writes on from here. */
export interface WriterMarker {
  readonly x: number;
  readonly y: number;
  readonly initial: string;
  readonly colorIndex: number;
}

/** A knot or a group, where it can be pressed. */
export interface HitArea extends Box {
  readonly item: Item;
}

export interface Scene {
  readonly metrics: Metrics;
  readonly tall: boolean;
  /** All of it, with the fringes. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly threads: readonly Drawn[];
  readonly bindings: readonly Drawn[];
  /** Ground around all bindings, and inside of those that were not read. */
  readonly gaps: string;
  readonly insides: string;
  readonly groups: string;
  readonly openEnds: string;
  /** Dotted too, in the colour of the writer there. */
  readonly heldEnds: readonly Drawn[];
  readonly writerMarkers: readonly WriterMarker[];
  readonly hitAreas: readonly HitArea[];
}

/** Somebody who writes at a place; `author` is their place in the list of authors, where they have one. */
export interface Writer {
  readonly name: string;
  readonly author: number;
}

export interface Drawing {
  readonly items: readonly Item[];
  readonly places: Places;
  readonly metrics: Metrics;
  readonly tall: boolean;
  readonly read: ReadonlySet<string>;
  /** By the chapter that they write on from. */
  readonly writers: ReadonlyMap<string, Writer>;
}

export function colorIndexOf(author: number | null): number | null {
  return author === null ? null : (author % PARTICIPANT_COLORS) + 1;
}

/** Collects paths of the same look. */
class Looks {
  private readonly paths = new Map<string, { colorIndex: number | null; read: boolean; parts: string[] }>();

  add(path: string, colorIndex: number | null, read: boolean): void {
    const key = `${colorIndex} ${read}`;
    const look = this.paths.get(key);
    if (look) look.parts.push(path);
    else this.paths.set(key, { colorIndex, read, parts: [path] });
  }

  /** What was read lies over what was not. */
  drawn(): Drawn[] {
    return [...this.paths.values()]
      .sort((a, b) => Number(a.read) - Number(b.read))
      .map(({ colorIndex, read, parts }) => ({ colorIndex, read, path: parts.join('') }));
  }
}

/** Turns what was placed into what is drawn. */
export function drawScene({ items, places, metrics, tall, read, writers }: Drawing): Scene {
  const turn: Bend = tall ? downwards : rightwards;
  const threads = new Looks();
  const bindings = new Looks();
  const heldEnds = new Looks();
  const gaps: string[] = [];
  const insides: string[] = [];
  const groups: string[] = [];
  const openEnds: string[] = [];
  const writerMarkers: WriterMarker[] = [];
  const hitAreas: HitArea[] = [];
  const isRead = ({ chapter }: TreeNode) => read.has(chapter.id);
  for (const item of items) {
    const { node } = item;
    const { u, v } = places.get(item)!;
    const colorIndex = colorIndexOf(node.chapter.author);
    if (item.kind === 'group') {
      threads.add(strandsPath(item, places, metrics, turn), colorIndex, false);
      const radius = ballRadius(item, metrics);
      const [x, y] = turn(u + radius, v);
      groups.push(spiralPath(x, y, radius));
      hitAreas.push({ item, x, y, width: 2 * radius, height: 2 * radius });
      continue;
    }
    const wasRead = isRead(node);
    threads.add(strandsPath(item, places, metrics, turn), colorIndex, wasRead);
    const binding = bindingPath(item, places, metrics, turn);
    bindings.add(binding, colorIndex, wasRead);
    gaps.push(binding);
    if (!wasRead) insides.push(binding);
    const [x, y] = turn(u, v);
    const length = bindingLength(item, metrics);
    hitAreas.push({ item, x, y, width: tall ? length : metrics.knot, height: tall ? metrics.knot : length });
    if (!isEnd(node)) continue;
    const fringe = fringePath(item, places, metrics, turn);
    const writer = writers.get(node.chapter.id);
    if (!writer) {
      openEnds.push(fringe);
      continue;
    }
    const writerColorIndex = colorIndexOf(writer.author)!;
    heldEnds.add(fringe, writerColorIndex, false);
    const [handX, handY] = turn(u + metrics.fringe + metrics.knot + 3, v);
    const initial = ([...writer.name][0] ?? '').toLocaleUpperCase();
    writerMarkers.push({ x: short(handX), y: short(handY), initial, colorIndex: writerColorIndex });
  }
  return {
    metrics,
    tall,
    ...boundsOf(hitAreas, metrics, tall),
    threads: threads.drawn(),
    bindings: bindings.drawn(),
    gaps: gaps.join(''),
    insides: insides.join(''),
    groups: groups.join(''),
    openEnds: openEnds.join(''),
    heldEnds: heldEnds.drawn(),
    writerMarkers,
    hitAreas,
  };
}

/** Room for the words beside a group, on wide screens. */
export const GROUP_WORDS = 210;

function boundsOf(hitAreas: readonly HitArea[], metrics: Metrics, tall: boolean) {
  const bounds = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const { item, x, y, width, height } of hitAreas) {
    bounds.left = Math.min(bounds.left, x - width / 2);
    const words = item.kind === 'group' && !tall ? GROUP_WORDS : 0;
    bounds.right = Math.max(bounds.right, x + width / 2 + words);
    bounds.top = Math.min(bounds.top, y - height / 2);
    bounds.bottom = Math.max(bounds.bottom, y + height / 2);
  }
  const end = metrics.fringe + 2 * metrics.knot + 6;
  if (tall) bounds.bottom += end;
  else bounds.right += end;
  return bounds;
}

/** Finds the hit area that shows a chapter: its knot, or the group that it lies in. */
export function hitAreaFinder(hitAreas: readonly HitArea[]): (node: TreeNode | null | undefined) => HitArea | null {
  const knots = new Map<TreeNode, HitArea>();
  const groups = new Map<TreeNode, HitArea>();
  for (const hitArea of hitAreas) (hitArea.item.kind === 'knot' ? knots : groups).set(hitArea.item.node, hitArea);
  return (node) => {
    if (!node) return null;
    const own = knots.get(node);
    if (own) return own;
    for (let at: TreeNode | null = node; at; at = at.parent) {
      const group = groups.get(at);
      if (group) return group;
    }
    return null;
  };
}

/** The hit area nearest to a point, in the units of the drawing, if it is no further than `reach`. */
export function nearestHitArea(hitAreas: readonly HitArea[], x: number, y: number, reach: number): HitArea | null {
  let best: HitArea | null = null;
  let bestAway = reach;
  for (const hitArea of hitAreas) {
    const dx = Math.max(0, Math.abs(x - hitArea.x) - hitArea.width / 2);
    const dy = Math.max(0, Math.abs(y - hitArea.y) - hitArea.height / 2);
    const away = Math.hypot(dx, dy);
    if (away <= bestAway) {
      best = hitArea;
      bestAway = away;
    }
  }
  return best;
}
