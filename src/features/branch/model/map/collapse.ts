import { type ChapterTree, pathTo, type TreeNode } from '../tree.ts';

/** An item of the drawing: a chapter, or a group of several chapters. */
export interface Item {
  readonly kind: 'knot' | 'group';
  /** The chapter. For a group, the first chapter in it, or the one before it if `firstChapters` is set. */
  readonly node: TreeNode;
  readonly parent: Item | null;
  readonly items: readonly Item[];
  /** Columns from the first chapter. */
  readonly column: number;
  /** Number of chapters in it. */
  readonly count: number;
  /** Number of strands through it: one for each end after it. In a large tree one strand represents several ends. */
  readonly weight: number;
}

export interface Reading {
  readonly read: ReadonlySet<string>;
  readonly hereId: string | null;
}

export interface CollapseOptions {
  /** Maximum number of chapters that are laid out, besides the reader’s path and what was expanded by hand. */
  readonly maxVisible: number;
  /** How many of them may be unread. */
  readonly unread: number;
  /** Whether collapsed branches keep their first chapter before the group. */
  readonly firstChapters: boolean;
  /** Chapters whose continuations were expanded by hand. */
  readonly expandedIds: readonly string[];
}

/** Number of chapters that expanding a group lays out. */
const EXPAND_STEP = 24;
/** Maximum number of strands at the first chapter, for stories with more ends. */
const STRANDS_MOST = 90;

/**
 * Decides what is laid out and what is collapsed. Chapters near the reader come first. At a fork, the order is always
 * that of writing, whatever was read. Linear in the number of chapters.
 */
export function collapseTree(tree: ChapterTree, { read, hereId }: Reading, options: CollapseOptions): Item[] {
  const { root } = tree;
  if (!root) return [];
  const spread = new Set<TreeNode>([root]);
  const way = pathTo(hereId === null ? null : tree.byId.get(hereId));
  for (const node of way) spread.add(node);
  const expanded = options.expandedIds.flatMap((id) => tree.byId.get(id) ?? []);
  for (const one of expanded) for (const node of pathTo(one)) spread.add(node);
  spreadOn(expanded, spread, EXPAND_STEP, () => true);
  // From the reader’s position backwards, and from there breadth-first.
  const starts = [...spread].reverse();
  const left = spreadOn(starts, spread, options.maxVisible, (node) => read.has(node.chapter.id));
  spreadOn([...spread].reverse(), spread, Math.min(left, options.unread), () => true);
  return itemsOf(root, spread, options.firstChapters);
}

/** Lays out chapters level by level while there is room. Returns the remaining room. */
function spreadOn(
  starts: readonly TreeNode[],
  spread: Set<TreeNode>,
  maxVisible: number,
  mayLie: (node: TreeNode) => boolean,
): number {
  let left = maxVisible;
  const queue = starts.flatMap((node) => node.ways);
  const seen = new Set(queue);
  for (const node of queue) {
    if (!spread.has(node)) {
      if (!mayLie(node) || node.ways.length > left) continue;
      left -= node.ways.length;
      spread.add(node);
    }
    for (const next of node.ways) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return left;
}

type Growing = { -readonly [K in Exclude<keyof Item, 'parent' | 'items'>]: Item[K] } & {
  parent: Growing | null;
  items: Growing[];
};

/** Returns the items in depth-first order, so parents come before their children. */
function itemsOf(root: TreeNode, spread: ReadonlySet<TreeNode>, firstChapters: boolean): Item[] {
  const thinned = Math.min(1, STRANDS_MOST / root.ends);
  const items: Growing[] = [];
  const add = (kind: Item['kind'], node: TreeNode, parent: Growing | null, count: number): Growing => {
    const weight = kind === 'group' ? Math.max(1, Math.round(node.ends * thinned)) : 1;
    const item: Growing = { kind, node, parent, items: [], column: parent ? parent.column + 1 : 0, count, weight };
    parent?.items.push(item);
    items.push(item);
    return item;
  };
  const walk = (node: TreeNode, parent: Growing | null): void => {
    const isSpread = spread.has(node);
    if (!isSpread && !firstChapters && node.beyond > 0) {
      add('group', node, parent, node.beyond + 1);
      return;
    }
    const knot = add('knot', node, parent, 1);
    if (isSpread) for (const way of node.ways) walk(way, knot);
    else if (node.beyond > 0) add('group', node, knot, node.beyond);
  };
  walk(root, null);
  for (const item of items.toReversed())
    if (item.items.length > 0) item.weight = item.items.reduce((sum, { weight }) => sum + weight, 0);
  return items;
}

/**
 * Returns the expanded ids after a press on a group: the group, and the groups that contain it. All others are
 * collapsed again.
 */
export function expand(tree: ChapterTree, expandedIds: readonly string[], id: string): string[] {
  const path = new Set(pathTo(tree.byId.get(id)).map(({ chapter }) => chapter.id));
  return [...expandedIds.filter((other) => other !== id && path.has(other)), id];
}
