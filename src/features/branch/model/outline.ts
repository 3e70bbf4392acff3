import type { ChapterTree, TreeNode } from './tree.ts';
import { pathTo } from './tree.ts';

/** Unread branches are folded if they have at least this many chapters after their first one. */
export const FOLD_FROM = 4;

/** Chapters that follow each other without an indent. */
export type OutlineRun = readonly OutlineStop[];

export interface OutlineStop {
  readonly node: TreeNode;
  /** The other continuations: all but the one that the run follows. */
  readonly ways: readonly OutlineWay[];
  /** True if the run follows one of several continuations. */
  readonly goesOn: boolean;
}

/** A continuation at a fork. If folded, only its first chapter is visible until the reader unfolds the rest. */
export type OutlineWay =
  | { readonly folded: false; readonly run: OutlineRun }
  | { readonly folded: true; readonly first: TreeNode; readonly rest: readonly OutlineWay[] };

/**
 * The story as a list: the reader’s path runs straight down, other continuations are indented below it, and unread
 * branches are folded. The nesting depth depends on the number of forks where the path was left, not on the number of
 * chapters.
 */
export function outlineOf(tree: ChapterTree, read: ReadonlySet<string>, hereId: string | null): OutlineRun {
  const gone = new Set(pathTo(hereId === null ? null : tree.byId.get(hereId)));
  const wayOf = (node: TreeNode): OutlineWay =>
    node.beyond >= FOLD_FROM && !read.has(node.chapter.id) && node.ways.length > 0
      ? { folded: true, first: node, rest: restOf(node) }
      : { folded: false, run: runFrom(node) };
  // Unfolding shows the next chapters right away, so that readers don’t need to unfold each one.
  const restOf = (node: TreeNode): OutlineWay[] => node.ways.map((way) => ({ folded: false, run: runFrom(way) }));
  const runFrom = (start: TreeNode): OutlineRun => {
    const run: OutlineStop[] = [];
    let node: TreeNode | undefined = start;
    while (node) {
      const went: TreeNode | undefined = node.ways.find((way) => gone.has(way));
      const next: TreeNode | undefined = went ?? (node.ways.length === 1 ? node.ways[0] : undefined);
      run.push({
        node,
        ways: node.ways.filter((way) => way !== next).map(wayOf),
        goesOn: next !== undefined && node.ways.length > 1,
      });
      node = next;
    }
    return run;
  };
  return tree.root ? runFrom(tree.root) : [];
}
