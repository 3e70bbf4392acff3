import type { Titled } from '#features/stories/model/title-language.ts';
import type { Continuations } from '../contract.ts';

type All<T> = (T & Titled)[];

/** The ways around a chapter, called as the page calls them. */
export interface TitledContinuations extends Omit<Continuations, 'ways' | 'path' | 'siblings' | 'lastFork'> {
  ways: All<Continuations['ways'][number]>;
  path: All<Continuations['path'][number]>;
  siblings: All<Continuations['siblings'][number]>;
  lastFork: (NonNullable<Continuations['lastFork']> & Titled) | null;
}
