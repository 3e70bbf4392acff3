import type { ChapterView } from '#features/chapters/contract.ts';
import type { Titled } from '#features/stories/model/title-language.ts';

/** The data of a chapter’s page except its text. */
type Named<T> = T & Titled;
export type ChapterHead = Omit<ChapterView, 'content' | 'text' | 'previous' | 'next' | 'story'> & {
  previous: Named<NonNullable<ChapterView['previous']>> | null;
  next: Named<NonNullable<ChapterView['next']>> | null;
  story: Named<ChapterView['story']>;
};
