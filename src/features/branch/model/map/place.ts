import type { Item } from './collapse.ts';

/** Sizes of a drawing, in its own units: pixels at a scale of 1. */
export interface Metrics {
  /** Space for an end, across the story. */
  readonly slot: number;
  /** Extra space between branches that separate early. */
  readonly air: number;
  /** Extra space between ends of different forks. */
  readonly family: number;
  /** Distance from one chapter to the next, along the story. */
  readonly column: number;
  /** Distance between strands. */
  readonly pitch: number;
  readonly stroke: number;
  readonly knot: number;
  /** Length of the dotted thread at an open end. */
  readonly fringe: number;
  /** Radius of a group with one chapter, and the maximum radius. */
  readonly ball: number;
  readonly ballMost: number;
}

/** `u` runs along the story, `v` across it. */
export interface NodePosition {
  readonly u: number;
  readonly v: number;
}
export type Places = ReadonlyMap<Item, NodePosition>;

const BALL_LEAST = 9;
/** Branches that separate in this column or later get no extra space. */
const AIRY_COLUMNS = 4;

export function ballRadius({ count }: Item, { ball, ballMost }: Metrics): number {
  return Math.min(ballMost, Math.max(BALL_LEAST, Math.sqrt(count) * ball));
}

/** Length of the binding across the strands of a chapter. */
export function bindingLength({ weight }: Item, { pitch, knot }: Metrics): number {
  return (weight - 1) * pitch + knot;
}

/** Position of a fork relative to what follows it: in the middle of its strands. */
function middle(items: readonly Item[], of: (item: Item) => number): number {
  const weight = items.reduce((sum, { weight }) => sum + weight + 1, 0);
  return items.reduce((sum, item) => sum + of(item) * (item.weight + 1), 0) / weight;
}

/** Returns the column of the last item that both descend from. */
function sharedColumn(one: Item, other: Item): number {
  let [a, b]: [Item | null, Item | null] = [one, other];
  while (a && b && a !== b) {
    if (a.column >= b.column) a = a.parent;
    else b = b.parent;
  }
  return a?.column ?? 0;
}

/** Gives every end its own slot, so that nothing crosses and branches are kept apart. For wide screens. */
export function placeBySlots(items: readonly Item[], metrics: Metrics): Places {
  const places = new Map<Item, NodePosition>();
  const { slot, air, family, column } = metrics;
  let v = 0;
  let last: Item | null = null;
  for (const item of items) {
    if (item.items.length > 0) continue;
    const need = item.kind === 'group' ? Math.max(slot, 2 * ballRadius(item, metrics) + 8) : slot;
    if (last) {
      v += air * Math.max(0, AIRY_COLUMNS - sharedColumn(last, item));
      if (last.parent !== item.parent) v += family;
    }
    places.set(item, { u: item.column * column, v: v + need / 2 });
    v += need;
    last = item;
  }
  for (const item of items.toReversed()) {
    if (item.items.length === 0) continue;
    places.set(item, { u: item.column * column, v: middle(item.items, (one) => places.get(one)!.v) });
  }
  return places;
}

/** Edges of a subtree, column by column, relative to its first item. */
interface Outline {
  readonly low: number[];
  readonly high: number[];
}

/** Distance from a chapter to the group of chapters that continue it, in the same row. */
const TO_GROUP = 26;

/**
 * Moves subtrees as close together as their edges allow, even if one ends before the other starts. For narrow screens.
 * `straight` keeps the reader’s path straight where it would otherwise drift to one side.
 */
export function placeTight(
  items: readonly Item[],
  metrics: Metrics,
  gap: number,
  straight: (item: Item) => boolean,
): Places {
  const offsets = new Map<Item, number>();
  const outlines = new Map<Item, Outline>();
  for (const item of items.toReversed()) {
    const [group] = item.items;
    const withGroup = group?.kind === 'group' ? labelledRadius(group, metrics) : 0;
    const own = Math.max(metrics.slot - gap, bindingLength(item, metrics), 2 * withGroup) / 2;
    const joined: Outline = { low: [], high: [] };
    const following = item.items.filter(({ kind }) => kind === 'knot');
    for (const next of following) {
      const edges = outlines.get(next)!;
      outlines.delete(next);
      offsets.set(next, join(joined, edges, gap));
    }
    const kept = following.find(straight);
    const centre =
      following.length === 0 ? 0 : kept ? offsets.get(kept)! : middle(following, (one) => offsets.get(one)!);
    for (const next of following) offsets.set(next, offsets.get(next)! - centre);
    outlines.set(item, {
      low: [-own, ...joined.low.map((edge) => edge - centre)],
      high: [own, ...joined.high.map((edge) => edge - centre)],
    });
  }
  const places = new Map<Item, NodePosition>();
  for (const item of items) {
    const { parent } = item;
    const from = parent ? places.get(parent)! : { u: 0, v: 0 };
    const u = item.kind === 'group' ? from.u + TO_GROUP : item.column * metrics.column;
    places.set(item, { u, v: from.v + (offsets.get(item) ?? 0) });
  }
  return places;
}

/** Radius of a group, with room for the number below it. */
function labelledRadius(group: Item, metrics: Metrics): number {
  return Math.max(ballRadius(group, metrics), String(group.count).length * 4.5);
}

/** Moves a subtree next to the others, and adds its edges to theirs. Returns how far it was moved. */
function join(joined: Outline, edges: Outline, gap: number): number {
  const shared = Math.min(joined.high.length, edges.low.length);
  let shift = shared === 0 ? 0 : Number.NEGATIVE_INFINITY;
  for (let i = 0; i < shared; i += 1) shift = Math.max(shift, joined.high[i]! - edges.low[i]! + gap);
  for (const [i, high] of edges.high.entries()) joined.high[i] = high + shift;
  for (let i = joined.low.length; i < edges.low.length; i += 1) joined.low[i] = edges.low[i]! + shift;
  return shift;
}
