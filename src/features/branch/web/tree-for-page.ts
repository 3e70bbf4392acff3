import type { Titled } from '#features/stories/model/title-language.ts';
import type { StoryTree, TreeChapter } from '../contract.ts';
import { ENDS_LISTED, pageOfTree } from '../model/story-page.ts';
import type { Cut } from '../model/tree.ts';
import { type TreeColumns, toColumns } from '../model/tree-columns.ts';
import type { OpenEnd } from './open-ends.tsx';

/** The part of the tree that the story page lists. */
export interface ListedTree extends Pick<StoryTree, 'authors' | 'reservations'> {
  columns: TreeColumns;
  /** What was left out, by id of the chapter before it. */
  cuts: Readonly<Record<string, Cut>>;
}

/** What the page of a story shows of its tree. */
export interface TreeOnPage {
  listed: ListedTree;
  /** Some of the open branches. */
  ends: readonly OpenEnd[];
  endCount: number;
}

/** Which chapters the page lists, if not all. */
export type Listing = 'unread' | 'open' | undefined;

export function treeForPage(
  { chapters, authors, reservations }: Omit<StoryTree, 'chapters'> & { chapters: readonly (TreeChapter & Titled)[] },
  show: Listing,
): TreeOnPage {
  const heldIds = new Set(reservations.map(({ parentId }) => parentId));
  const page = pageOfTree(chapters, heldIds, show === 'open' ? ENDS_LISTED : undefined);
  const byId = new Map(chapters.map((chapter) => [chapter.id, chapter]));
  const shown = new Set(page.chapters.map(({ id }) => id));
  const ends = page.endIds.map((id): OpenEnd => {
    const { title, choice, titleLanguage, hiddenBy } = byId.get(id)!;
    const held = reservations.filter(({ parentId }) => parentId === id);
    return { id, title, choice, titleLanguage, hiddenBy, reservations: held };
  });
  const listed = {
    columns: toColumns(page.chapters),
    cuts: page.cuts,
    authors,
    reservations: reservations.filter(({ parentId }) => shown.has(parentId)),
  };
  return { listed, ends, endCount: page.endCount };
}
