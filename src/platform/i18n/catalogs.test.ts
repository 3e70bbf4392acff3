import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/languages.ts';
import { compileCatalog, translatorOf } from './catalogs.ts';

describe('the texts of a language', () => {
  it.each(LANGUAGES)('%s can be read and compiled', (language) => {
    expect(translatorOf(language)).toBe(translatorOf(language));
    expect(translatorOf(language).language).toBe(language);
  });
  it('include every part', () => {
    const { find } = translatorOf('en');
    for (const key of ['error.internal', 'mail.closing', 'message.story_approved'])
      expect(find(key, { site: 'S', story: 'T' })).toBeTruthy();
    expect(find('error.none')).toBeNull();
  });
  it('are refused if they are malformed', () => {
    expect(() => compileCatalog({ x: '{n, plural, one {# word}' })).toThrow();
  });
  it.each(LANGUAGES)('%s names buttons with the words that they show', (language) => {
    const { find } = translatorOf(language);
    for (const [shown, name] of [
      ['security.set_up', 'security.set_up_app'],
      ['security.replace', 'security.replace_app'],
      ['security.remove', 'security.remove_app'],
      ['account.security_open', 'account.security_go'],
    ] as const)
      expect(find(name)?.toLowerCase(), name).toContain(find(shown)?.toLowerCase());
  });
});
