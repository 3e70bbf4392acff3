import type { ChapterView } from '#features/chapters/contract.ts';

/** What the page says of a chapter; its text comes beside it. */
export type ChapterHead = Omit<ChapterView, 'content' | 'text'>;
