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

/** Number of colors for the writers of a story. */
const PARTICIPANT_COLORS = 8;

/**
 * Everything that looks the same is one path, so that a drawing of hundreds of chapters has only a few dozen elements.
 */
export interface Drawn {
  readonly path: string;
  /** From 1 to 8; null for a hidden chapter, which has no name. */
  readonly colorIndex: number | null;
  readonly read: boolean;
}

/** Marks a writer who is continuing the story here. */
export interface WriterMarker {
  readonly x: number;
  readonly y: number;
  readonly initial: string;
  readonly colorIndex: number;
}

/** A knot or a group, with the area where it can be pressed. */
export interface HitArea extends Box {
  readonly item: Item;
}

export interface Scene {
  readonly metrics: Metrics;
  readonly tall: boolean;
  /** Bounds of the whole drawing, including the fringes. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly threads: readonly Drawn[];
  readonly bindings: readonly Drawn[];
  /** Background around all bindings, and inside unread ones. */
  readonly gaps: string;
  readonly insides: string;
  readonly groups: string;
  readonly openEnds: string;
  /** Also dotted, in the color of the writer there. */
  readonly heldEnds: readonly Drawn[];
  readonly writerMarkers: readonly WriterMarker[];
  readonly hitAreas: readonly HitArea[];
}

/** A member who is writing a continuation. `author` is their index in the list of authors, or beyond its end. */
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
  /** By id of the chapter that they are continuing. */
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

  /** Sorted so that read parts are drawn over unread ones. */
  drawn(): Drawn[] {
    return [...this.paths.values()]
      .sort((a, b) => Number(a.read) - Number(b.read))
      .map(({ colorIndex, read, parts }) => ({ colorIndex, read, path: parts.join('') }));
  }
}

/** Turns the layout into what is drawn. */
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

/** Space for the label beside a group, on wide screens. */
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

/** Returns a function that finds the hit area of a chapter: its knot, or the group that contains it. */
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

/** Returns the hit area nearest to a point in drawing units. Null if none is within `reach`. */
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
