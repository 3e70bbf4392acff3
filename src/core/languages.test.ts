import { describe, expect, it } from 'vitest';
import {
  acceptedLanguage,
  baseLanguage,
  chooseLanguage,
  languagesIn,
  readLanguages,
  writeLanguages,
} from './languages.ts';

describe('baseLanguage', () => {
  it.each([
    ['zh-TW', 'zh'],
    ['zh_Hant_HK', 'zh'],
    ['PT-br', 'pt'],
    [' de ', 'de'],
    ['en', 'en'],
    ['ru', null],
    ['', null],
    [null, null],
    ['zhx', null],
  ])('%s → %s', (tag, language) => expect(baseLanguage(tag)).toBe(language));
});

describe('acceptedLanguage', () => {
  it.each([
    ['fr-CH, fr;q=0.9, en;q=0.8', 'fr'],
    ['ru, ja;q=0.3, ko;q=0.7', 'ko'],
    ['ru', null],
    ['*', null],
    ['de;q=0, es;q=0.1', 'es'],
    ['', null],
    [undefined, null],
  ])('%s → %s', (header, language) => expect(acceptedLanguage(header)).toBe(language));
});

describe('chooseLanguage', () => {
  it('prefers the URL, then the saved choice, then the browser, and falls back to English', () => {
    expect(chooseLanguage({ asked: 'ja', saved: 'de', accepts: 'fr' })).toBe('ja');
    expect(chooseLanguage({ asked: 'xx', saved: 'de', accepts: 'fr' })).toBe('de');
    expect(chooseLanguage({ saved: 'xx', accepts: 'fr' })).toBe('fr');
    expect(chooseLanguage({})).toBe('en');
  });
});

describe('a list of languages', () => {
  it('has each language once, in its order, and nothing else', () => {
    expect(languagesIn(['pt', 'xx', 'en', 'pt', 7, null])).toEqual(['pt', 'en']);
  });
  it('can be written into a URL and read again', () => {
    expect(writeLanguages(['pt', 'en'])).toBe('pt.en');
    expect(readLanguages('pt.en')).toEqual(['pt', 'en']);
    expect(readLanguages('')).toEqual([]);
  });
  it('in a URL has one order after the most wanted one', () => {
    for (const text of ['pt.de.en.zh', 'pt.zh.xx.en.de', 'pt.pt.en.zh.de'])
      expect(readLanguages(text)).toEqual(['pt', 'de', 'en', 'zh']);
  });
});
