import { describe, expect, it } from 'vitest';
import type { Language } from '#core/languages.ts';
import { languageShown, wantedLanguages } from './fallback.ts';

describe('the language that a reader gets', () => {
  it.each<[asked: Language, original: Language, translated: Language[], shown: Language, why: string]>([
    ['de', 'de', [], 'de', 'the original in its own language'],
    ['de', 'de', ['en', 'fr'], 'de', 'the original, though it is in English too'],
    ['de', 'de', ['de'], 'de', 'the original and not a translation into what it is written in'],
    ['de', 'fr', ['de'], 'de', 'the language asked for'],
    ['de', 'fr', ['de', 'en'], 'de', 'the language asked for before English'],
    ['de', 'fr', ['en', 'es'], 'en', 'English where that is missing'],
    ['de', 'fr', ['es'], 'fr', 'the original where neither is there'],
    ['de', 'fr', [], 'fr', 'the original where nothing is there'],
    ['de', 'en', [], 'en', 'the English original'],
    ['de', 'en', ['de'], 'de', 'the language asked for before the English original'],
    ['de', 'en', ['en', 'zh'], 'en', 'the English original, whatever else is there'],
    ['en', 'zh', ['de'], 'zh', 'the original where English is asked for and missing'],
    ['en', 'zh', ['en'], 'en', 'English where that is asked for'],
  ])('requested %s, original %s, translations %j: %s (%s)', (asked, original, translated, shown) => {
    expect(languageShown(asked, original, translated)).toBe(shown);
  });

  it('has no duplicates among the wanted languages', () => {
    expect(wantedLanguages('de', 'fr')).toEqual(['de', 'en']);
    expect(wantedLanguages('en', 'fr')).toEqual(['en']);
    expect(wantedLanguages('de', 'en')).toEqual(['de']);
    expect(wantedLanguages('en', 'en')).toEqual([]);
  });
});
