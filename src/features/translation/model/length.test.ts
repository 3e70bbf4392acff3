import { describe, expect, it } from 'vitest';
import { isFarFromSource, type LanguagePair } from './length.ts';

const SENTENCE = 'She had never seen a rabbit with either a waistcoat-pocket, or a watch to take out of it.';

describe('a translation is', () => {
  it.each<[string, string, string, LanguagePair['target'], 'short' | 'long' | null]>([
    ['as long as such texts are', SENTENCE, '她以前从来没有见过穿着有口袋背心的兔子。', 'zh', null],
    ['much too short', SENTENCE, '兔子。', 'zh', 'short'],
    ['much too long', SENTENCE, SENTENCE.repeat(3), 'de', 'long'],
    ['as long in another language', SENTENCE, SENTENCE, 'fr', null],
    ['too long for Chinese', SENTENCE, SENTENCE, 'zh', 'long'],
    ['never far from a word or two', 'No, no!', 'Aber auf gar keinen Fall, mein liebes Kind!', 'de', null],
    ['not longer by the address of a link', SENTENCE, `[兔子](https://a.example/${'x'.repeat(200)})`, 'zh', 'short'],
    ['short where there is none', SENTENCE, '', 'ja', 'short'],
  ])('%s', (_, source, target, language, expected) =>
    expect(isFarFromSource(source, target, { source: 'en', target: language })).toBe(expected),
  );

  it('measured in the language of its source', () => {
    const source = '她以前从来没有见过穿着有口袋背心的兔子。';
    expect(isFarFromSource(source, SENTENCE, { source: 'zh', target: 'en' })).toBeNull();
    expect(isFarFromSource(source, 'A rabbit.', { source: 'zh', target: 'en' })).toBe('short');
  });
});
