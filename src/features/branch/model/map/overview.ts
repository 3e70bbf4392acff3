import { type ChapterTree, isEnd, type TreeNode } from '../tree.ts';
import type { Item } from './collapse.ts';
import { placeBySlots } from './place.ts';

/** How many chapters the map on the story page shows at most, how many ends, and how many steps from the first one. */
export const OVERVIEW_KNOTS = 40;
const ENDS_MOST = 20;
const COLUMNS_MOST = 12;

/** Stories with fewer chapters have nothing to draw. */
export const OVERVIEW_FROM = 3;

/** Width of the drawing, in its own units. The style sheet turns it for narrow columns, and needs this number. */
export const OVERVIEW_WIDTH = 600;
const HEIGHT_MOST = 360;
const SLOT_MOST = 36;
const COLUMN_MOST = 110;
const LEFT = 10;
/** Room for what hangs off the last knots. */
const TAIL = 80;
const PITCH = 3;
const KNOT = 10;

/** A chapter on the map of the story page. */
export interface OverviewKnot {
  readonly node: TreeNode;
  readonly x: number;
  readonly y: number;
  /** Length of the binding across its strands, without its round ends. */
  readonly length: number;
  /** Number of chapters after it that aren’t drawn. */
  readonly more: number;
  /** No one has continued it. */
  readonly isEnd: boolean;
}

/** Strands of the same color as one path. */
interface OverviewThread {
  /** Index in the list of authors. Null for hidden chapters. */
  readonly author: number | null;
  readonly path: string;
}

export interface Overview {
  /** In depth-first order, so that the keyboard follows one branch after the other. */
  readonly knots: readonly OverviewKnot[];
  readonly threads: readonly OverviewThread[];
  readonly height: number;
  /** Number of steps from the first chapter to the last one that is drawn. */
  readonly columns: number;
}

/**
 * The small map on the story page: the chapters nearest to the first one. Chapters beyond them are counted at the knots
 * that they follow. Nothing depends on the reader, because the page is the same for everyone. The paths use whole
 * numbers and relative steps to stay small (`branch-pages.api.test.ts` measures the drawing).
 */
export function overviewOf(tree: ChapterTree, most = OVERVIEW_KNOTS): Overview | null {
  if (!tree.root || tree.root.beyond + 1 < OVERVIEW_FROM) return null;
  const items = itemsOf(tree.root, laidOut(tree.root, most));
  const columns = items.reduce((most, { column }) => Math.max(most, column), 1);
  const ends = items.filter((item) => item.items.length === 0).length;
  const slot = Math.min(SLOT_MOST, Math.floor(HEIGHT_MOST / ends));
  const column = Math.min(COLUMN_MOST, Math.floor((OVERVIEW_WIDTH - LEFT - TAIL) / columns));
  const metrics = {
    slot,
    air: 0,
    family: 0,
    column,
    pitch: PITCH,
    stroke: 2,
    knot: KNOT,
    fringe: 0,
    ball: 0,
    ballMost: 0,
  };
  const places = placeBySlots(items, metrics);
  const at = (item: Item) => {
    const { u, v } = places.get(item)!;
    return { x: LEFT + Math.round(u), y: Math.round(v) };
  };
  const threads = new Map<number | null, string>();
  for (const item of items) {
    const { author } = item.node.chapter;
    if (item.parent) threads.set(author, (threads.get(author) ?? '') + strands(item, item.parent, at));
  }
  return {
    knots: items.map((item) => ({
      node: item.node,
      ...at(item),
      length: (item.weight - 1) * PITCH,
      more: item.items.length === 0 ? item.node.beyond : 0,
      isEnd: isEnd(item.node),
    })),
    threads: [...threads].map(([author, path]) => ({ author, path })),
    height: ends * slot,
    columns,
  };
}

/** Returns the chapters whose continuations are drawn: level by level, while there is room for all of them. */
function laidOut(root: TreeNode, most: number): ReadonlySet<TreeNode> {
  const open = new Set<TreeNode>();
  let knots = 1;
  let ends = 1;
  let level = [root];
  for (let column = 0; column < COLUMNS_MOST && level.length > 0; column += 1) {
    const next: TreeNode[] = [];
    for (const node of level) {
      const count = node.ways.length;
      if (count === 0 || knots + count > most || ends + count - 1 > ENDS_MOST) continue;
      knots += count;
      ends += count - 1;
      open.add(node);
      next.push(...node.ways);
    }
    level = next;
  }
  return open;
}

type Growing = { -readonly [K in Exclude<keyof Item, 'parent' | 'items'>]: Item[K] } & {
  parent: Growing | null;
  items: Growing[];
};

function itemsOf(root: TreeNode, open: ReadonlySet<TreeNode>): Item[] {
  const items: Growing[] = [];
  const walk = (node: TreeNode, parent: Growing | null): void => {
    const column = parent ? parent.column + 1 : 0;
    const item: Growing = { kind: 'knot', node, parent, items: [], column, count: 1, weight: 1 };
    parent?.items.push(item);
    items.push(item);
    if (open.has(node)) for (const way of node.ways) walk(way, item);
  };
  walk(root, null);
  for (const item of items.toReversed())
    if (item.items.length > 0) item.weight = item.items.reduce((sum, { weight }) => sum + weight, 0);
  return items;
}

/** The strands from a chapter to one after it: side by side, each starting where the one before it ended. */
function strands(item: Item, parent: Item, at: (item: Item) => { x: number; y: number }): string {
  let before = 0;
  for (const other of parent.items) {
    if (other === item) break;
    before += other.weight;
  }
  const [from, to] = [at(parent), at(item)];
  const across = to.x - from.x;
  const start = Math.round(from.y + (before - (parent.weight - 1) / 2) * PITCH);
  const rise = Math.round(to.y - ((item.weight - 1) / 2) * PITCH) - start;
  const bend = Math.round(across / 2);
  const strand = rise === 0 ? `h${across}` : `c${bend} 0 ${list(across - bend, rise, across, rise)}`;
  return `M${list(from.x, start)}${[strand, ...Array(item.weight - 1).fill(strand)].join(`m${list(-across, PITCH - rise)}`)}`;
}

/** Numbers of a path. A minus sign needs no space before it. */
function list(...numbers: number[]): string {
  return numbers.join(' ').replaceAll(' -', '-');
}
