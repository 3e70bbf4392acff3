import type { ComponentType, ReactNode } from 'react';
import type { PageName } from '#core/pages.ts';
import type { ChapterView } from '#features/chapters/contract.ts';
import type { StoryView } from '#features/stories/contract.ts';
import type { Titled } from '#features/stories/model/title-language.ts';
import type { ByMode } from '#features/stories/model/writing-mode.ts';
import type { Naming } from '#features/translation/web/in-language.ts';
import type { PageContext } from '#web/page/context.ts';
import type { ChapterHead } from './chapter-head.ts';

/** A request for the page of a story. */
export interface StoryRequest {
  readonly page: PageContext;
  readonly story: StoryView;
  readonly order: 'first' | 'newest';
  /** Which chapters are listed, if not all. Only of stories whose chapters form a tree. */
  readonly show: 'unread' | 'open' | undefined;
  /** Cursor of the list of chapters. */
  readonly from: string | undefined;
}

/** The parts of a story’s page that its mode fills. */
export interface StoryParts {
  /** The main action: read. */
  readonly readOn: ReactNode;
  /** False if the page has links for writing elsewhere. */
  readonly withWriting: boolean;
  /** False if the page has the join button elsewhere. */
  readonly withJoining?: boolean;
  /** The reader’s progress. */
  readonly reading: ReactNode;
  /** What happens now, instead of the reader’s progress. */
  readonly turn?: ReactNode;
  /** Above the chapters, instead of their count and order. */
  readonly bar?: ReactNode;
  readonly chapters: ReactNode;
  /** What is still to be written. */
  readonly ends?: ReactNode;
}

export interface StoryBodyProps {
  readonly story: StoryView & Titled;
  readonly order: 'first' | 'newest';
  /** Renders the page around the parts. */
  readonly frame: (parts: StoryParts) => ReactNode;
}

/** What a mode has loaded for the page of a story. */
export interface LoadedStory {
  /** The chapters whose titles the page shows. Undefined means all. */
  readonly chapterIds: readonly string[] | undefined;
  /** Returns the page’s body, with titles in the language of the page. */
  readonly bodyIn: (naming: Naming) => ComponentType<StoryBodyProps>;
}

/** A chapter without its text. */
export type LoadedHead = Omit<ChapterView, 'content'>;

/** The parts of a chapter’s page that its mode fills. */
export interface ChapterParts {
  /** The position in the story, instead of “chapter 3 of 7”. */
  readonly Position?: ComponentType<{ chapter: ChapterHead }>;
  /** The actions and links after the text. */
  readonly End: ComponentType<{ chapter: ChapterHead }>;
}

/** What a mode has loaded for the page of a chapter. */
export interface LoadedChapter {
  /** Chapters whose titles the page shows, besides this one, the previous and the next one. */
  readonly chapterIds: readonly string[];
  /** Whether no chapter follows. Undefined if that is so when there is no next one. */
  readonly isLast?: boolean;
  readonly partsIn: (naming: Naming) => ChapterParts;
}

/**
 * What a writing mode shows on the pages of stories and chapters. The server renders them, and no browser loads this
 * code. The data of a mode stays inside: the page only gets the component that shows it.
 */
export interface ModePages {
  readonly loadStory: (request: StoryRequest) => Promise<LoadedStory>;
  readonly loadChapter: (page: PageContext, chapter: LoadedHead) => Promise<LoadedChapter>;
}

declare module '#web/writing-mode.ts' {
  interface WebMode {
    /** Loads `pages.tsx`. Null in browsers: only if `import.meta.env.SSR` is true, so that their build leaves it out. */
    readonly loadPages: (() => Promise<ModePages>) | null;
  }
}

declare module '#web/page/context.ts' {
  interface PageRequest<Name extends PageName> {
    /** What each writing mode shows. */
    readonly modePages: PagesOfModes;
  }
}

/** The pages of all writing modes. */
export type PagesOfModes = ByMode<ModePages>;
