import { buildTree, type Cut, canGrow, type FlatChapter, firstLevels, isEnd } from './tree.ts';

/** How many chapters the story page lists. Larger trees show only their first levels. */
export const OUTLINE_SHOWN = 300;
const ENDS_SHOWN = 5;
/** How many open branches the page lists if it lists only them. */
export const ENDS_LISTED = 100;

/**
 * Returns what the story page shows of its tree: the outline as far as it fits, the number of open branches, and some
 * of them. Open branches without a writer come first, then the order of writing.
 */
export function pageOfTree<C extends FlatChapter>(
  chapters: readonly C[],
  heldIds: ReadonlySet<string>,
  endsShown = ENDS_SHOWN,
): { chapters: readonly C[]; cuts: Record<string, Cut>; endCount: number; endIds: string[] } {
  const { nodes } = buildTree(chapters);
  const endIds = nodes.filter((node) => isEnd(node) && canGrow(node.chapter)).map(({ chapter }) => chapter.id);
  const sorted = [...endIds.filter((id) => !heldIds.has(id)), ...endIds.filter((id) => heldIds.has(id))];
  const shown = chapters.length <= OUTLINE_SHOWN ? { chapters, cuts: {} } : firstLevels(chapters, OUTLINE_SHOWN);
  return { ...shown, endCount: endIds.length, endIds: sorted.slice(0, endsShown) };
}
