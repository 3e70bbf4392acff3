import { type ChapterTree, pathTo, type TreeNode } from '../tree.ts';

/** What stands at one place of the drawing: a chapter, or a group that stands for several. */
export interface Item {
  readonly kind: 'knot' | 'group';
  /** The chapter; of a group the first one in it, or the one before it where several ways are wound together. */
  readonly node: TreeNode;
  readonly parent: Item | null;
  readonly items: readonly Item[];
  /** Columns from the first chapter. */
  readonly column: number;
  /** Chapters that it stands for. */
  readonly count: number;
  /** Strands that run through it: one for each open end beyond, in a large tree one for several. */
  readonly weight: number;
}

export interface Reading {
  readonly read: ReadonlySet<string>;
  readonly hereId: string | null;
}

export interface CollapseOptions {
  /** Chapters that are laid out at most, beside the way gone and what was expanded by hand. */
  readonly maxVisible: number;
  /** Of them, how many may be such as were not read. */
  readonly unread: number;
  /** Collapsed branches keep their first chapter before the group. */
  readonly firstChapters: boolean;
  /** Chapters whose continuations were expanded by hand. */
  readonly expandedIds: readonly string[];
}

/** Chapters that come out of one group at once. */
const EXPAND_STEP = 24;
/** Strands at the first chapter of a story that has more ends than this. */
const STRANDS_MOST = 90;

/**
 * Decides what is laid out and what is collapsed. What is nearest to the reader comes first; the order at a fork is that
 * of writing, whatever was read. Linear in the number of chapters.
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
  // From the place of the reader backwards, and from there into the breadth.
  const starts = [...spread].reverse();
  const left = spreadOn(starts, spread, options.maxVisible, (node) => read.has(node.chapter.id));
  spreadOn([...spread].reverse(), spread, Math.min(left, options.unread), () => true);
  return itemsOf(root, spread, options.firstChapters);
}

/** Lays out more and more, level by level, while there is room. Returns what room is left. */
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

/** The items in the order of a walk, a parent before its own. */
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

/** What is expanded after a press on a group: it, and what had to be expanded to come to it. The others collapse again. */
export function expand(tree: ChapterTree, expandedIds: readonly string[], id: string): string[] {
  const path = new Set(pathTo(tree.byId.get(id)).map(({ chapter }) => chapter.id));
  return [...expandedIds.filter((other) => other !== id && path.has(other)), id];
}
