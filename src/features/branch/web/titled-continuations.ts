import type { Titled } from '#features/stories/model/title-language.ts';
import type { Continuations } from '../contract.ts';

type All<T> = (T & Titled)[];

/** The continuations and the path of a chapter, with titles and choices in the language of the page. */
export interface TitledContinuations extends Omit<Continuations, 'ways' | 'path' | 'siblings' | 'lastFork'> {
  ways: All<Continuations['ways'][number]>;
  path: All<Continuations['path'][number]>;
  siblings: All<Continuations['siblings'][number]>;
  lastFork: (NonNullable<Continuations['lastFork']> & Titled) | null;
}
