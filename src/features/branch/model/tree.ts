import type { HiddenBy } from '#features/chapters/model/chapter-status.ts';
import type { Titled } from '#features/stories/model/title-language.ts';
import { DEPTH_MAX } from './branch-limits.ts';

/** What the tree needs to know about a chapter. */
export interface FlatChapter extends Titled {
  readonly id: string;
  readonly parentId: string | null;
  /** Depth, from 1. */
  readonly number: number;
  readonly title: string | null;
  /** What readers click to reach it. */
  readonly choice: string | null;
  /** Index in the list of authors. */
  readonly author: number | null;
  /** Who hid it. Undefined unless it is hidden. */
  readonly hiddenBy?: HiddenBy | undefined;
}

/** What decides whether a chapter can be continued. */
interface Growable {
  readonly title: string | null;
  readonly hiddenBy?: HiddenBy | null | undefined;
  readonly number: number;
}

/** What was left out after a chapter. */
export interface Cut {
  readonly chapters: number;
  readonly ends: number;
}

export interface TreeNode {
  readonly chapter: FlatChapter;
  readonly parent: TreeNode | null;
  /** The continuations in the order of writing, which never changes. */
  readonly ways: readonly TreeNode[];
  /** Number of chapters after it, on all paths. */
  readonly beyond: number;
  /** Number of ends after it, or 1 if it is an end itself. */
  readonly ends: number;
  readonly cut: Cut | null;
}

export interface ChapterTree {
  /** Null while nothing is published. */
  readonly root: TreeNode | null;
  /** In the order of writing: a parent comes before its continuations. */
  readonly nodes: readonly TreeNode[];
  readonly byId: ReadonlyMap<string, TreeNode>;
}

type Growing = { -readonly [K in Exclude<keyof TreeNode, 'parent' | 'ways'>]: TreeNode[K] } & {
  parent: Growing | null;
  ways: Growing[];
};

/** Builds the tree from a list in the order of writing, in which parents come before their continuations. Linear. */
export function buildTree(chapters: readonly FlatChapter[], cuts: Readonly<Record<string, Cut>> = {}): ChapterTree {
  const byId = new Map<string, Growing>();
  const nodes: Growing[] = [];
  let root: Growing | null = null;
  for (const chapter of chapters) {
    const parent = chapter.parentId === null ? null : byId.get(chapter.parentId);
    // Skips a second first chapter, and chapters whose parent is missing.
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

/**
 * Whether a chapter of the tree can be continued, if a place is free: as on the server (`canBeContinued`), also one that
 * its author took down.
 */
export function canGrow({ title, hiddenBy, number }: Growable): boolean {
  return (title !== null || hiddenBy === 'author') && number < DEPTH_MAX;
}

/** True if no one has continued the chapter. */
export function isEnd(node: TreeNode): boolean {
  return node.ways.length === 0 && node.cut === null;
}

/** Returns the path from chapter 1 to this chapter. Empty for null or undefined. */
export function pathTo(node: TreeNode | null | undefined): TreeNode[] {
  const path: TreeNode[] = [];
  for (let at = node ?? null; at; at = at.parent) path.push(at);
  return path.reverse();
}

/** Number of steps between two chapters: up to the fork that they share, and down again. */
export function stepsBetween(one: TreeNode, other: TreeNode): number {
  const [first, second] = [pathTo(one), pathTo(other)];
  let shared = 0;
  while (shared < first.length && first[shared] === second[shared]) shared += 1;
  return first.length + second.length - 2 * shared;
}

/**
 * Returns as many of the first levels as fit into `most` chapters, and what was left out after them. Only whole levels,
 * so that no path is preferred.
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
