import type { ChapterView } from '#features/chapters/contract.ts';
import type { ChapterDocument } from '#features/chapters/model/document.ts';
import type { Titled } from '#features/stories/model/title-language.ts';
import type { BesideRows } from '#features/translation/contract-views.ts';

/** The data of a chapter’s page except its text. */
type Named<T> = T & Titled;
export type ChapterHead = Omit<ChapterView, 'content' | 'text' | 'previous' | 'next' | 'story'> & {
  previous: Named<NonNullable<ChapterView['previous']>> | null;
  next: Named<NonNullable<ChapterView['next']>> | null;
  story: Named<ChapterView['story']>;
};

/** The text being read: one document, or the original beside its translation. */
export type ShownText = { document: ChapterDocument } | { rows: BesideRows };
