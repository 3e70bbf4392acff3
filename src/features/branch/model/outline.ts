import type { ChapterTree, TreeNode } from './tree.ts';
import { pathTo } from './tree.ts';

/** From so many chapters on a part that was not read lies folded. */
export const FOLD_FROM = 4;

/** Chapters that follow each other without an indent. */
export type OutlineRun = readonly OutlineStop[];

export interface OutlineStop {
  readonly node: TreeNode;
  /** The ways that hang off it: all but the one that the run goes on with. */
  readonly ways: readonly OutlineWay[];
  /** True where the run goes on with one of several ways. */
  readonly goesOn: boolean;
}

/** A way at a fork. Folded, its first chapter stands there and the rest is unwound by a press. */
export type OutlineWay =
  | { readonly folded: false; readonly run: OutlineRun }
  | { readonly folded: true; readonly first: TreeNode; readonly rest: readonly OutlineWay[] };

/**
 * The story as a list: the way gone runs straight down, the ways not taken hang off it, parts that were not read lie
 * folded. So the lists are nested as deep as there are forks that one left, not chapters.
 */
export function outlineOf(tree: ChapterTree, read: ReadonlySet<string>, hereId: string | null): OutlineRun {
  const gone = new Set(pathTo(hereId === null ? null : tree.byId.get(hereId)));
  const wayOf = (node: TreeNode): OutlineWay =>
    node.beyond >= FOLD_FROM && !read.has(node.chapter.id) && node.ways.length > 0
      ? { folded: true, first: node, rest: restOf(node) }
      : { folded: false, run: runFrom(node) };
  // What a press unwinds shows the next chapters at once, else one would press again at each.
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
