import type { ReactNode } from 'react';
import type { Page } from '#core/endpoint.ts';
import { type ChapterEntry, chapterApi } from '#features/chapters/contract.ts';
import type { Titled } from '#features/stories/model/title-language.ts';
import type { Naming } from '#features/translation/web/in-language.ts';
import { load } from '#web/page/load.ts';
import type { ChapterHead } from './chapter-head.ts';
import type { LoadedChapter, StoryRequest } from './mode-pages.ts';
import { NextChapter, Onwards } from './onwards.tsx';
import { ReaderActionsSlot } from './reader-actions-slot.tsx';

/** Chapters in a line are listed page by page. */
const PER_PAGE = 50;

/** The chapters of a story whose chapters form a line. */
export interface Line<Entry = ChapterEntry & Titled> {
  /** One page of the list. */
  readonly chapters: Page<Entry>;
  readonly first: ChapterEntry | null;
}

/** Loads the requested page of the chapters, and the first chapter. */
export async function loadLine({ page, story, order, from }: StoryRequest): Promise<Line<ChapterEntry>> {
  const storyId = story.id;
  const chapters = await load(page, chapterApi.list, { storyId, order, cursor: from, limit: PER_PAGE });
  const isStart = order === 'first' && from === undefined;
  const { items } = isStart ? chapters : await load(page, chapterApi.list, { storyId, limit: 1 });
  return { chapters, first: items[0] ?? null };
}

/** Returns the ids of the listed chapters. */
export const idsOf = ({ chapters }: Line<ChapterEntry>) => chapters.items.map(({ id }) => id);

/** Returns the chapters with titles in the language of the page. */
export function lineIn({ chapter }: Naming, { chapters, first }: Line<ChapterEntry>): Line {
  return { chapters: { items: chapters.items.map((entry) => chapter(entry)), next: chapters.next }, first };
}

/** The end of a chapter in a line. `children` is what the mode adds between the reader’s actions and the links. */
export function LineEnd({ chapter, children }: { chapter: ChapterHead; children?: ReactNode }) {
  const { story, next } = chapter;
  return (
    <>
      <NextChapter chapter={chapter} />
      <ReaderActionsSlot chapter={chapter} end={next ? 'goes_on' : story.progress === 'ended' ? 'ended' : 'last'} />
      {children}
      <Onwards chapter={chapter} />
    </>
  );
}

/** For modes that add nothing to the pages of chapters. */
export const loadPlainChapter = async (): Promise<LoadedChapter> => ({
  chapterIds: [],
  partsIn: () => ({ End: LineEnd }),
});
