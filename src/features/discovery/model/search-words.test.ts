import { describe, expect, it } from 'vitest';
import { fold } from '#core/fold.ts';
import { authorsWith, isByAuthors, isSought } from './authors.ts';
import { type ExcerptPiece, excerptOf, markedLine, markedName } from './excerpt.ts';
import { hangulForms } from './hangul.ts';
import { askedByAuthor, askedFor, askedForNear, type Term, termsOf } from './search-query.ts';
import { pairsOf, searchWordsOf, stretches, titleKey, triplesOf } from './search-words.ts';
import { correctedQueries, slipsOf } from './spelling.ts';

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
  it('are split into distinct words with their positions, and pieces', () => {
    const { words, pieces } = searchWordsOf('The hare, the Hare! 兔子跑 토끼가');
    expect(Object.fromEntries(words)).toEqual({ the: [2, 4], hare: [3, 5] });
    expect(pieces).toEqual(['兔子', '子跑', '跑', '#兔子跑', '토끼', '끼가', '가', '#토끼가']);
    expect(searchWordsOf('🐇 … \u0301')).toEqual({ words: new Map(), pieces: [] });
    expect(pairsOf('𠀀𠀁')).toEqual(['𠀀𠀁', '𠀁']);
    expect(triplesOf('𠀀𠀁𠀂𠀃')).toEqual(['#𠀀𠀁𠀂', '#𠀁𠀂𠀃']);
    expect(triplesOf('𠀀𠀁')).toEqual([]);
    expect(titleKey('Alice’s “Rabbit-Hole”')).toBe('alice s rabbit hole');
  });
  it('don’t continue a phrase from one to the next', () => {
    expect(Object.fromEntries(searchWordsOf('salt', 'tax').words)).toEqual({ salt: [2], tax: [4] });
  });
});

describe('a query', () => {
  it('searches each language for the words that aren’t stop words there', () => {
    const [term] = stemmed('Rabbits', { en: 'rabbit', de: 'rabbit', fr: null });
    const { text, title } = askedFor([term!])!;
    expect(text).toBe("((('en~rabbit')) | (('de~rabbit')))");
    expect(title).toBe("(('=rabbits':* | '=rabbit':*))");
  });
  it('searches for the triples of several characters, for a pair, and for a single one as the beginning of a pair', () => {
    expect(askedFor(termsOf('武侠小说'))!.text).toBe("((('#武侠小' & '#侠小说')))");
    expect(askedFor(termsOf('武侠'))!.text).toBe("(('武侠'))");
    expect(askedFor(termsOf('账'))!.text).toBe("(('账':*))");
  });
  it.each([
    ['토끼는', ['토끼는', '토끼']],
    ['승강기까지', ['승강기까지', '승강기']],
    ['할머니에게', ['할머니에게', '할머니']],
    ['친구들한테도', ['친구들한테도', '친구']],
    ['골목에서부터', ['골목에서부터', '골목에서', '골목']],
    ['나이만', ['나이만', '나이']],
    ['이는', ['이는']],
    ['사흘', ['사흘']],
  ])('finds the Korean word %s without its particles', (word, forms) => {
    expect(hangulForms(word)).toEqual(expect.arrayContaining(forms));
    expect(hangulForms(word)[0]).toBe(word);
    expect(hangulForms(word).includes(word.slice(0, 1))).toBe(false);
  });
  it.each(['"tax salt"', '“tax salt”', '„tax salt“', '«tax salt»', '「tax salt」', '＂tax salt＂'])(
    'looks for the words of %s in this order',
    (q) => {
      const { title, text, loose } = askedFor(termsOf(q).map((term) => ({ ...term, stems: { en: term.folded } })))!;
      expect(title).toBe("(('=tax' <1> '=salt'))");
      expect(text).toBe("((('en~tax' <1> 'en~salt')))");
      expect(loose!.text).toBe("((('en~tax') & ('en~salt')))");
    },
  );
  it('takes any word for a stop word in a phrase, and an unfinished quote for punctuation', () => {
    const bowl = termsOf('"bowl by gate" tax').map((term) => ({
      ...term,
      stems: { en: term.folded === 'by' ? null : term.folded },
    }));
    expect(askedFor(bowl)!.text).toBe("((('en~bowl' <2> 'en~gate') & ('en~tax')))");
    expect(termsOf('"tax salt').map(({ phrase }) => phrase)).toEqual([null, null]);
    expect(termsOf('"salt"').map(({ phrase }) => phrase)).toEqual([null]);
  });
  it('finds the parts of German compounds', () => {
    expect(askedFor(stemmed('Lampe', { de: 'lamp' }))!.compounds).toBe("(('de~lamp':* | 'de<pmal':*))");
    for (const none of [stemmed('ein', { de: null }), stemmed('Uhr', { de: 'uhr' }), termsOf('兔子')])
      expect(askedFor(none)!.compounds).toBeNull();
  });
  it('ignores punctuation, and uses only the first words of a long query', () => {
    expect(askedFor(termsOf('%_🐇'))).toBeNull();
    expect(termsOf([...'abcdefghijklmnopqrst'].join(' '))).toHaveLength(12);
  });
  it('can match similar words: one letter or one character differs', () => {
    expect(slipsOf('kaninchn')).toContain('kaninchen');
    for (const slip of ['alice', 'alcide', 'lcie', 'alkie']) expect(slipsOf('alcie')).toContain(slip);
    expect(slipsOf('tex')).toContain('tax');
    expect(slipsOf('ab')).toEqual([]);
    expect(slipsOf('兔子兔子')).toEqual([]);
    expect(askedForNear(termsOf('申请工'))!.title).toBe("((('=请工') | ('=申请')))");
    for (const short of ['兔子', '토끼', '孟子 rabbit']) expect(askedForNear(termsOf(short))).toBeNull();
    expect(askedForNear(termsOf('申请工 兔子'))!.title).toContain("'=兔子'");
    expect(askedForNear(termsOf('rabbit'))).toBeNull();
  });
  it('is corrected where a word is unknown, and otherwise one word at a time', () => {
    const known = new Set(['salt', 'tax', 'tea', 'sat']);
    expect(correctedQueries(['salt', 'tex'], known)).toEqual(['salt tax', 'salt tea']);
    expect(correctedQueries(['sat', 'tax'], known)).toContain('salt tax');
    expect(correctedQueries(['tax'], new Set(['tax']))).toEqual([]);
  });
});

describe('names', () => {
  const names = ['Inês_Prado', 'LucíaVega', 'R_Castellan', '水原_茜', '沈青禾', 'Straßer'].map((username, i) => ({
    id: `${i}`,
    username,
  }));
  const found = (q: string) => {
    const terms = termsOf(q);
    const authors = authorsWith(terms, names);
    return names
      .filter(({ id }) => terms.every((term) => authors.get(term)!.includes(id)))
      .map(({ username }) => username);
  };
  it.each([
    ['ines_prado', 'Inês_Prado'],
    ['Ines Prado', 'Inês_Prado'],
    ['inesprado', 'Inês_Prado'],
    ['lucia', 'LucíaVega'],
    ['vega', 'LucíaVega'],
    ['r castellan', 'R_Castellan'],
    ['水原 茜', '水原_茜'],
    ['水', '水原_茜'],
    ['水原茜', '水原_茜'],
    ['strasser', 'Straßer'],
    ['"prado"', 'Inês_Prado'],
    ['"ines prado"', 'Inês_Prado'],
  ])('%s is in %s', (q, name) => expect(found(q)).toEqual([name]));
  it.each(['青禾', '"prado ines"', 'n castellan', 'x'])('%s is in none', (q) => expect(found(q)).toEqual([]));
  it('are looked up by what isn’t only an initial', () => {
    expect(termsOf('r castellan 水').map(isSought)).toEqual([false, true, true]);
  });
  it('are found together with words of a title', () => {
    const terms = termsOf('castellan salt');
    expect(askedByAuthor(terms, authorsWith(terms, names))).toBe("((('=castellan':*) | '@2') & (('=salt':*)))");
    expect(askedByAuthor(termsOf('salt'), authorsWith(termsOf('salt'), names))).toBeNull();
    expect(isByAuthors(terms, [names[2]!], ['Salt Tax'])).toBe(true);
    expect(isByAuthors(terms, [names[2]!], ['Tax'])).toBe(false);
    expect(isByAuthors(terms, [], ['Castellan of Salt'])).toBe(false);
  });
  it('are marked where the terms are', () => {
    const marked = (q: string, name: string) => shown(markedName(name, termsOf(q)));
    expect(marked('lucia', 'LucíaVega')).toBe('[Lucía]Vega');
    expect(marked('vega', 'LucíaVega')).toBe('Lucía[Vega]');
    expect(marked('r castellan', 'R_Castellan')).toBe('[R]_[Castellan]');
    expect(marked('strasser', 'Straßer')).toBe('[Straßer]');
    expect(marked('salt', 'R_Castellan')).toBe('R_Castellan');
  });
});

describe('what is shown', () => {
  it('marks prefixes as typed, and other forms completely', () => {
    const line = (q: string, stem: string, text: string) =>
      shown(markedLine(text, { terms: stemmed(q, { en: stem }), language: 'en' }));
    expect(line('ferry', 'ferri', 'The Ferryman and two ferries')).toBe('The [Ferry]man and two [ferries]');
    expect(line('rained', 'rain', 'Rain. It rains; raincoat')).toBe('[Rain]. It [rains]; [raincoat]');
    const german = (q: string, stem: string, text: string) =>
      shown(markedLine(text, { terms: stemmed(q, { de: stem }), language: 'de' }));
    expect(german('Glühlampe', 'gluhlamp', 'Im Glühlampenwerk')).toBe('Im [Glühlampe]nwerk');
    expect(german('Lampe', 'lamp', 'Glühlampen und Lampions')).toBe('[Glühlampen] und [Lampions]');
    expect(shown(markedLine('一只兔子和兔子', { terms: termsOf('兔子'), language: 'zh' }))).toBe('一只[兔子]和[兔子]');
  });
  it('marks Korean words with other particles, and characters of another width', () => {
    const line = (q: string, text: string) => shown(markedLine(text, { terms: termsOf(q), language: 'ko' }));
    expect(line('우산이', '우산을 들고')).toBe('[우산]을 들고');
    expect(line('할머니가', '할머니가 할머니를')).toBe('[할머니가] [할머니]를');
    expect(line('がっこう', 'ｶﾞｯｺｳへ')).toBe('[ｶﾞｯｺｳ]へ');
  });
  it('marks a phrase only as a whole', () => {
    const line = (q: string, text: string) => shown(markedLine(text, { terms: termsOf(q), language: 'en' }));
    expect(line('"salt tax"', 'Tax the salt. The salt, tax free; salt')).toBe(
      'Tax the salt. The [salt, tax] free; salt',
    );
    expect(line('"tax salt"', 'Salt Tax')).toBe('Salt Tax');
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

it('leaves out letters of which only a space remains', () => {
  expect([...stretches('anna \u037a')].map(({ folded }) => folded)).toEqual(['anna']);
  expect(termsOf('\u037a')).toEqual([]);
  expect(shown(markedName('Anna_Weber', termsOf('anna \u037a')))).toBe('[Anna]_Weber');
});

it('keeps no more pieces of a text than the index can hold', () => {
  let state = 7;
  const syllable = () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCodePoint(0xac00 + (state % 11_172));
  };
  expect(searchWordsOf(Array.from({ length: 60_000 }, syllable).join('')).pieces).toHaveLength(40_000);
});
