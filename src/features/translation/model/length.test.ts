import { describe, expect, it } from 'vitest';
import { isFarFromSource, type LanguagePair } from './length.ts';

const SENTENCE = 'She had never seen a rabbit with either a waistcoat-pocket, or a watch to take out of it.';

describe('the length hint', () => {
  it.each<[string, string, string, LanguagePair['target'], 'short' | 'long' | null]>([
    ['typical length', SENTENCE, '她以前从来没有见过穿着有口袋背心的兔子。', 'zh', null],
    ['much too short', SENTENCE, '兔子。', 'zh', 'short'],
    ['much too long', SENTENCE, SENTENCE.repeat(3), 'de', 'long'],
    ['same length in another language', SENTENCE, SENTENCE, 'fr', null],
    ['too long for Chinese', SENTENCE, SENTENCE, 'zh', 'long'],
    ['no hint for a word or two', 'No, no!', 'Aber auf gar keinen Fall, mein liebes Kind!', 'de', null],
    ['link addresses don’t count', SENTENCE, `[兔子](https://a.example/${'x'.repeat(200)})`, 'zh', 'short'],
    ['short if there is none', SENTENCE, '', 'ja', 'short'],
  ])('rates a translation: %s', (_, source, target, language, expected) =>
    expect(isFarFromSource(source, target, { source: 'en', target: language })).toBe(expected),
  );

  it('uses the language of the original', () => {
    const source = '她以前从来没有见过穿着有口袋背心的兔子。';
    expect(isFarFromSource(source, SENTENCE, { source: 'zh', target: 'en' })).toBeNull();
    expect(isFarFromSource(source, 'A rabbit.', { source: 'zh', target: 'en' })).toBe('short');
  });
});
