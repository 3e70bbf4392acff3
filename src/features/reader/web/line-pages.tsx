import type { ReactNode } from 'react';
import type { Page } from '#core/endpoint.ts';
import { to } from '#core/pages.ts';
import { type ChapterEntry, chapterApi } from '#features/chapters/contract.ts';
import { type Titled, titleTag } from '#features/stories/model/title-language.ts';
import type { Naming } from '#features/translation/web/in-language.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { load } from '#web/page/load.ts';
import type { ChapterHead } from './chapter-head.ts';
import { Go } from './go.tsx';
import type { LoadedChapter, StoryRequest } from './mode-pages.ts';
import styles from './reader.module.css';
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

/** The end of a chapter in a line. `children` is what the mode adds between the actions and the links. */
export function LineEnd({ chapter, children }: { chapter: ChapterHead; children?: ReactNode }) {
  return (
    <>
      <ReaderActionsSlot chapter={chapter} end={chapter.next ? 'goes_on' : 'last'} />
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

/** Links to the next chapter, the previous one and the story. Hidden chapters are skipped. */
function Onwards({ chapter }: { chapter: ChapterHead }) {
  const t = useT('reader');
  const { story, next, previous } = chapter;
  const chapterAt = ({ id }: { id: string }) => to.chapter({ storyId: story.id, chapterId: id });
  return (
    <nav className={`${styles.readerNext} no-print`} aria-label={t('reader.chapters')}>
      {next && (
        <Go to={chapterAt(next)} rel="next" label={t('reader.next')} lang={titleTag(next, story)}>
          {t('common.numbered_title', next)}
        </Go>
      )}
      {previous && (
        <Go to={chapterAt(previous)} rel="prev" label={t('reader.previous')} lang={titleTag(previous, story)}>
          {t('common.numbered_title', previous)}
        </Go>
      )}
      <Go to={to.story({ storyId: story.id })} label={t('reader.to_story')} lang={titleTag(story, story)}>
        {story.title}
      </Go>
    </nav>
  );
}
