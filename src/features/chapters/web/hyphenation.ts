import { createContext } from 'react';
import type { Language } from '#core/languages.ts';

/** Adds soft hyphens to a text for display. */
export type Hyphenate = (text: string) => string;

/** Hyphenation by language. Empty in browsers: only the server has the patterns. */
export const Hyphenators = createContext<ReadonlyMap<Language, Hyphenate>>(new Map());

/** Hyphenation of the surrounding text. */
export const HyphenateContext = createContext<Hyphenate>((text) => text);
