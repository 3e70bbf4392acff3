import type { Titled } from '#features/stories/model/title-language.ts';

/** What the tree needs to know of a chapter. */
export interface FlatChapter extends Titled {
  readonly id: string;
  readonly parentId: string | null;
  /** Depth, from 1. */
  readonly number: number;
  readonly title: string | null;
  /** What the reader clicks to come here. */
  readonly choice: string | null;
  /** Place in the list of authors. */
  readonly author: number | null;
}

/** What was left out beyond a chapter. */
export interface Cut {
  readonly chapters: number;
  readonly ends: number;
}

export interface TreeNode {
  readonly chapter: FlatChapter;
  readonly parent: TreeNode | null;
  /** The ways on, in the order of writing, which never changes. */
  readonly ways: readonly TreeNode[];
  /** Chapters that lie beyond it on all of its ways. */
  readonly beyond: number;
  /** Ends beyond it; one where it is an end itself. */
  readonly ends: number;
  readonly cut: Cut | null;
}

export interface ChapterTree {
  /** Null while nothing is published. */
  readonly root: TreeNode | null;
  /** In the order of writing, a parent before its ways. */
  readonly nodes: readonly TreeNode[];
  readonly byId: ReadonlyMap<string, TreeNode>;
}

type Growing = { -readonly [K in Exclude<keyof TreeNode, 'parent' | 'ways'>]: TreeNode[K] } & {
  parent: Growing | null;
  ways: Growing[];
};

/** Puts the list together, which stands in the order of writing, so that a parent comes before its ways. Linear. */
export function buildTree(chapters: readonly FlatChapter[], cuts: Readonly<Record<string, Cut>> = {}): ChapterTree {
  const byId = new Map<string, Growing>();
  const nodes: Growing[] = [];
  let root: Growing | null = null;
  for (const chapter of chapters) {
    const parent = chapter.parentId === null ? null : byId.get(chapter.parentId);
    // A second beginning, or a chapter without the one before it, has no place in a tree.
    if (parent === undefined || (parent === null && root)) continue;
    const cut = cuts[chapter.id] ?? null;
    const node: Growing = { chapter, parent, ways: [], beyond: cut?.chapters ?? 0, ends: cut?.ends ?? 0, cut };
    if (parent) parent.ways.push(node);
    else root = node;
    byId.set(chapter.id, node);
    nodes.push(node);
  }
  for (const node of nodes.toReversed()) {
    if (isEnd(node)) node.ends = 1;
    if (!node.parent) continue;
    node.parent.beyond += node.beyond + 1;
    node.parent.ends += node.ends;
  }
  return { root, nodes, byId };
}

/** True where nobody has written on. */
export function isEnd(node: TreeNode): boolean {
  return node.ways.length === 0 && node.cut === null;
}

/** From chapter 1 to the chapter itself; nothing for a place that the tree does not have. */
export function pathTo(node: TreeNode | null | undefined): TreeNode[] {
  const path: TreeNode[] = [];
  for (let at = node ?? null; at; at = at.parent) path.push(at);
  return path.reverse();
}

/** How many steps lead from one chapter to another, up to the fork that they share and down again. */
export function stepsBetween(one: TreeNode, other: TreeNode): number {
  const [first, second] = [pathTo(one), pathTo(other)];
  let shared = 0;
  while (shared < first.length && first[shared] === second[shared]) shared += 1;
  return first.length + second.length - 2 * shared;
}

/**
 * As many of the first levels as there is room for, so many chapters at most, and what was left out beyond them. Only
 * whole levels, so that no way is preferred.
 */
export function firstLevels<C extends FlatChapter>(
  chapters: readonly C[],
  most: number,
): { chapters: C[]; cuts: Record<string, Cut> } {
  const perLevel: number[] = [];
  for (const { number } of chapters) perLevel[number] = (perLevel[number] ?? 0) + 1;
  let levels = 1;
  let room = most - (perLevel[1] ?? 0);
  while (perLevel[levels + 1] !== undefined && perLevel[levels + 1]! <= room) {
    levels += 1;
    room -= perLevel[levels]!;
  }
  const cuts: Record<string, Cut> = {};
  for (const { chapter, beyond, ends } of buildTree(chapters).nodes) {
    if (chapter.number === levels && beyond > 0) cuts[chapter.id] = { chapters: beyond, ends };
  }
  return { chapters: chapters.filter(({ number }) => number <= levels), cuts };
}
