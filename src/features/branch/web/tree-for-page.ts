import type { StoryTree } from '../contract.ts';
import { pageOfTree } from '../model/story-page.ts';
import type { Cut } from '../model/tree.ts';
import type { OpenEnd } from './open-ends.tsx';

/** What the page of a story is sent of its tree. */
export interface TreeOnPage extends Pick<StoryTree, 'chapters' | 'authors' | 'spots'> {
  cuts: Readonly<Record<string, Cut>>;
  ends: readonly OpenEnd[];
  endCount: number;
}

export function treeForPage({ chapters, authors, spots }: StoryTree): TreeOnPage {
  const { endIds, ...page } = pageOfTree(chapters, new Set(spots.map(({ parentId }) => parentId)));
  const byId = new Map(chapters.map((chapter) => [chapter.id, chapter]));
  const shown = new Set(page.chapters.map(({ id }) => id));
  const ends = endIds.flatMap((id): OpenEnd[] => {
    const { title = null, choice = null } = byId.get(id) ?? {};
    return title === null ? [] : [{ id, title, choice, spots: spots.filter(({ parentId }) => parentId === id) }];
  });
  return {
    ...page,
    chapters: [...page.chapters],
    authors,
    spots: spots.filter(({ parentId }) => shown.has(parentId)),
    ends,
  };
}
