import type { Titled } from '#features/stories/model/title-language.ts';
import type { StoryTree, TreeChapter } from '../contract.ts';
import { pageOfTree } from '../model/story-page.ts';
import type { Cut } from '../model/tree.ts';
import type { OpenEnd } from './open-ends.tsx';

/** What the page of a story is sent of its tree. */
export interface TreeOnPage extends Pick<StoryTree, 'authors' | 'reservations'> {
  chapters: readonly (TreeChapter & Titled)[];
  cuts: Readonly<Record<string, Cut>>;
  ends: readonly OpenEnd[];
  endCount: number;
}

export function treeForPage({
  chapters,
  authors,
  reservations,
}: Omit<StoryTree, 'chapters'> & Pick<TreeOnPage, 'chapters'>): TreeOnPage {
  const { endIds, ...page } = pageOfTree(chapters, new Set(reservations.map(({ parentId }) => parentId)));
  const byId = new Map(chapters.map((chapter) => [chapter.id, chapter]));
  const shown = new Set(page.chapters.map(({ id }) => id));
  const ends = endIds.flatMap((id): OpenEnd[] => {
    const { title = null, choice = null, titleLanguage } = byId.get(id) ?? {};
    return title === null
      ? []
      : [{ id, title, choice, titleLanguage, reservations: reservations.filter(({ parentId }) => parentId === id) }];
  });
  return {
    ...page,
    chapters: [...page.chapters],
    authors,
    reservations: reservations.filter(({ parentId }) => shown.has(parentId)),
    ends,
  };
}
