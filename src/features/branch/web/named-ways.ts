import type { Titled } from '#features/stories/model/title-language.ts';
import type { ChapterWays } from '../contract.ts';

type All<T> = (T & Titled)[];

/** The ways around a chapter, called as the page calls them. */
export interface NamedWays extends Omit<ChapterWays, 'ways' | 'path' | 'siblings' | 'lastFork'> {
  ways: All<ChapterWays['ways'][number]>;
  path: All<ChapterWays['path'][number]>;
  siblings: All<ChapterWays['siblings'][number]>;
  lastFork: (NonNullable<ChapterWays['lastFork']> & Titled) | null;
}
