import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { languagesRead, languagesToSearch } from './read-languages.ts';

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

it.each(['', '{}', '"de"', 'null', '[1, "de&x=1", "de"]', '[nonsense'])(
  'ignores what isn’t a language in %s',
  (value) => {
    kept.languagesRead = value;
    expect(languagesRead()).toEqual(value.includes('"de&') ? ['de'] : []);
  },
);
