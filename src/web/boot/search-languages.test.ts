import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { languagesToSearch } from './search-languages.ts';

let kept: Record<string, string>;

beforeEach(() => {
  kept = {};
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept[key] ?? null });
  vi.stubGlobal('document', { documentElement: { lang: 'pt-BR' } });
});
afterEach(() => void vi.unstubAllGlobals());

it('a search has all languages until the reader wants only theirs', () => {
  expect(languagesToSearch()).toEqual([]);
  kept.searchesLanguages = 'yes';
  expect(languagesToSearch()).toEqual(['pt']);
  kept.languagesRead = '["de","en"]';
  expect(languagesToSearch()).toEqual(['de', 'en']);
  kept.searchesLanguages = 'no';
  expect(languagesToSearch()).toEqual([]);
});

it('a reader who has said which languages they read searches in these', () => {
  kept.languagesRead = '["de","en"]';
  expect(languagesToSearch()).toEqual(['de', 'en']);
});
