import { DEPTH_MAX } from './branch-limits.ts';
import { buildTree, type Cut, type FlatChapter, firstLevels, isEnd } from './tree.ts';

/** Chapters that the page of a story lists; of larger trees the first levels. */
export const OUTLINE_SHOWN = 300;
const ENDS_SHOWN = 5;

/**
 * What the page of a story shows of its tree: as much of the outline as has room, how many ends are open, and some of
 * them: those first that nobody writes at, then in the order of writing.
 */
export function pageOfTree<C extends FlatChapter>(
  chapters: readonly C[],
  heldIds: ReadonlySet<string>,
): { chapters: readonly C[]; cuts: Record<string, Cut>; endCount: number; endIds: string[] } {
  const { nodes } = buildTree(chapters);
  const endIds = nodes
    .filter((node) => isEnd(node) && node.chapter.title !== null && node.chapter.number < DEPTH_MAX)
    .map(({ chapter }) => chapter.id);
  const sorted = [...endIds.filter((id) => !heldIds.has(id)), ...endIds.filter((id) => heldIds.has(id))];
  const shown = chapters.length <= OUTLINE_SHOWN ? { chapters, cuts: {} } : firstLevels(chapters, OUTLINE_SHOWN);
  return { ...shown, endCount: endIds.length, endIds: sorted.slice(0, ENDS_SHOWN) };
}
