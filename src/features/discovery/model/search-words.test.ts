import { describe, expect, it } from 'vitest';
import { type ExcerptPiece, excerptOf, markedLine } from './excerpt.ts';
import { askedFor, askedForNear, slipsOf, type Term, termsOf } from './search-query.ts';
import { fold, pairsOf, searchWordsOf, stretches, titleKey } from './search-words.ts';

const shown = (pieces: readonly ExcerptPiece[]) =>
  pieces.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('');
const stemmed = (q: string, stems: Term['stems']): Term[] => termsOf(q).map((term) => ({ ...term, stems }));

describe('texts', () => {
  it.each([
    ['Straße', 'strasse'],
    ['CAFÉ', 'cafe'],
    ['cafe\u0301', 'cafe'],
    ['Œuvre', 'oeuvre'],
    ['ＡＢＣ１', 'abc1'],
    ['ウサギ', 'うさぎ'],
    ['が', 'が'],
    ['한글', '한글'],
    ['\ud83d', '\ufffd'],
  ])('compares %s as %s', (text, folded) => expect(fold(text)).toBe(folded));
  it('are split into distinct words and pairs', () => {
    expect(searchWordsOf('The hare, the Hare! 兔子跑 토끼가')).toEqual({
      words: ['the', 'hare'],
      pairs: ['兔子', '子跑', '跑', '토끼', '끼가', '가'],
    });
    expect(searchWordsOf('🐇 … \u0301')).toEqual({ words: [], pairs: [] });
    expect(pairsOf('𠀀𠀁')).toEqual(['𠀀𠀁', '𠀁']);
    expect(titleKey('Alice’s “Rabbit-Hole”')).toBe('alice s rabbit hole');
  });
});

describe('a query', () => {
  it('searches each language for the words that aren’t stop words there', () => {
    const [term] = stemmed('Rabbits', { en: 'rabbit', de: 'rabbit', fr: null });
    const { text, title } = askedFor([term!])!;
    expect(text).toBe("(('en~rabbit') | ('de~rabbit'))");
    expect(title).toBe("(('=rabbits':* | '=rabbit':*))");
  });
  it('searches for the pairs of several characters, and for a single one as a prefix', () => {
    expect(askedFor(termsOf('武侠小'))!.text).toBe("((('武侠' & '侠小')))");
    expect(askedFor(termsOf('账'))!.text).toBe("(('账':*))");
  });
  it('finds a Korean word without its particle', () => {
    expect(askedFor(termsOf('토끼는'))!.text).toBe("(((('토끼' & '끼는') | ('토끼'))))");
  });
  it('ignores punctuation, and uses only the first words of a long query', () => {
    expect(askedFor(termsOf('%_🐇'))).toBeNull();
    expect(termsOf([...'abcdefghijklmnopqrst'].join(' '))).toHaveLength(12);
  });
  it('can match similar words: one letter or one character differs', () => {
    expect(slipsOf('kaninchn')).toContain('kaninchen');
    for (const slip of ['alice', 'alcide', 'lcie', 'alkie']) expect(slipsOf('alcie')).toContain(slip);
    expect(slipsOf('abc')).toEqual([]);
    expect(slipsOf('兔子兔子')).toEqual([]);
    expect(askedForNear(termsOf('申请工'))!.title).toBe("((('=请工') | ('=申请')))");
    for (const short of ['兔子', '토끼', '孟子 rabbit']) expect(askedForNear(termsOf(short))).toBeNull();
    expect(askedForNear(termsOf('申请工 兔子'))!.title).toContain("('=兔子')");
    expect(askedForNear(termsOf('rabbit'))).toBeNull();
  });
});

describe('what is shown', () => {
  it('marks prefixes as typed, and other forms completely', () => {
    const line = (q: string, stem: string, text: string) =>
      shown(markedLine(text, { terms: stemmed(q, { en: stem }), language: 'en' }));
    expect(line('ferry', 'ferri', 'The Ferryman and two ferries')).toBe('The [Ferry]man and two [ferries]');
    expect(line('rained', 'rain', 'Rain. It rains; raincoat')).toBe('[Rain]. It [rains]; [raincoat]');
    expect(shown(markedLine('一只兔子和兔子', { terms: termsOf('兔子'), language: 'zh' }))).toBe('一只[兔子]和[兔子]');
  });
  it('is the excerpt with the most terms of the query', () => {
    const filler = 'so it went on and on '.repeat(40);
    const text = `red ${filler} blue ${filler} red and blue ${filler}`;
    const excerpt = excerptOf(text, { terms: termsOf('red blue'), language: 'en' });
    expect(shown(excerpt)).toContain('[red] and [blue]');
    expect(shown(excerpt)).toMatch(/^… .* …$/);
    expect(shown(excerpt).length).toBeLessThan(230);
    expect(shown(excerptOf('Short.', { terms: termsOf('absent'), language: 'en' }))).toBe('Short.');
    expect(shown(excerptOf('🐇'.repeat(500), { terms: [], language: 'en' })).isWellFormed()).toBe(true);
  });
});

it('never splits a surrogate pair, which the database would refuse', () => {
  for (const text of [`a${'𐌰'.repeat(25)}`, `${'𞤀'.repeat(60)} b`]) {
    for (const { folded } of stretches(text)) expect(folded.isWellFormed()).toBe(true);
  }
});
