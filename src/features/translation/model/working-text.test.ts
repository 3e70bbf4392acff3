import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SourcePart, textsOf } from './source-parts.ts';
import {
  alignedParts,
  carryOver,
  confirmParts,
  doneParts,
  EMPTY_TEXT,
  isWholeTranslation,
  staleParts,
  type TranslationText,
} from './working-text.ts';

const parts = (texts: Record<string, string>): SourcePart[] =>
  Object.entries(texts).map(([key, text]) => ({ key, kind: key === '@title' ? 'title' : 'paragraph', text }));
/** A translation with one paragraph for each part. */
const translationOf = (source: readonly SourcePart[]): TranslationText => ({
  fields: { title: 'T', summary: 'S', choice: '' },
  paragraphs: source
    .filter(({ key }) => !key.startsWith('@'))
    .map(({ key }) => ({ id: `t${key}`, sources: [key], text: `rendered ${key}` })),
  leftOut: [],
});
const whole = { isWhole: true };
const draft = { isWhole: false };

describe('a part', () => {
  const text: TranslationText = {
    fields: { title: 'T', summary: ' ', choice: '' },
    paragraphs: [
      { id: 'x', sources: ['a', 'b'], text: 'words' },
      { id: 'y', sources: ['c'], text: ' ' },
      { id: 'n', sources: [], text: 'added' },
    ],
    leftOut: ['d'],
  };
  it('counts as translated if it has words or is left out', () =>
    expect(alignedParts(text)).toEqual(new Set(['d', '@title', 'a', 'b'])));
  it('is done if it was also confirmed for the current original', () => {
    const source = parts({ '@title': 'T', a: 'A', b: 'B', c: 'C', d: 'D', e: 'E' });
    const known = { '@title': 'T', a: 'A', b: 'old', c: 'C', d: 'D' };
    expect(doneParts(text, known, source)).toEqual(['@title', 'a', 'd']);
    expect(doneParts(EMPTY_TEXT, textsOf(source), source)).toEqual([]);
  });
});

describe('confirming parts', () => {
  const source = parts({ a: 'A', b: 'B' });
  const text = translationOf(parts({ a: '', gone: '' }));
  it('stores the current original of parts that have a translation', () => {
    const { known } = confirmParts(text, { a: 'old' }, source, ['a', 'b']);
    expect(known).toEqual({ a: 'A' });
  });
  it('leaves other parts as they were', () => {
    expect(confirmParts(text, { a: 'old' }, source, [])).toEqual({ text, known: { a: 'old' } });
  });
  it('drops parts that no longer exist, and keeps their words', () => {
    const done = confirmParts({ ...text, leftOut: ['gone'] }, { a: 'A', gone: 'G' }, source, ['gone']);
    expect(done.known).toEqual({ a: 'A' });
    expect(done.text.leftOut).toEqual([]);
    expect(done.text.paragraphs).toEqual([
      { id: 'ta', sources: ['a'], text: 'rendered a' },
      { id: 'tgone', sources: [], text: 'rendered gone' },
    ]);
  });
  it('completes a translation part by part', () => {
    const both = translationOf(source);
    const one = confirmParts(both, {}, source, ['a']);
    expect(isWholeTranslation(one.text, one.known, source)).toBe(false);
    const all = confirmParts(one.text, one.known, source, ['b']);
    expect(isWholeTranslation(all.text, all.known, source)).toBe(true);
    expect(isWholeTranslation(all.text, { ...all.known, gone: 'G' }, source)).toBe(false);
  });
  it('handles a paragraph whose id is a property of every object', () => {
    const odd = parts({ constructor: 'C' });
    expect(staleParts({}, odd, draft)).toEqual([]);
    const { known } = confirmParts(translationOf(odd), {}, odd, ['constructor']);
    expect(doneParts(translationOf(odd), known, odd)).toEqual(['constructor']);
    expect(carryOver({}, {}, textsOf(odd), draft)).toEqual({});
  });
});

describe('after the original changes', () => {
  const hundred = Array.from(
    { length: 100 },
    (_, i): SourcePart => ({ key: `p${i}`, kind: 'paragraph', text: `Text ${i}` }),
  );
  const known = textsOf(hundred);
  const place = fc.nat({ max: 99 });

  it('marks one of a hundred paragraphs as stale if one was edited', () => {
    fc.assert(
      fc.property(place, fc.string({ minLength: 1 }), (at, more) => {
        const edited = hundred.map((part, i) => (i === at ? { ...part, text: part.text + more } : part));
        expect(staleParts(known, edited, whole)).toEqual([`p${at}`]);
        expect(staleParts(known, edited, draft)).toEqual([`p${at}`]);
        expect(doneParts(translationOf(hundred), known, edited)).toHaveLength(99);
      }),
    );
  });
  it('marks an added part as stale if the translation was whole, otherwise as open', () => {
    const added = hundred.toSpliced(50, 0, { key: 'new', kind: 'paragraph', text: 'New' });
    expect(staleParts(known, added, whole)).toEqual(['new']);
    expect(staleParts(known, added, draft)).toEqual([]);
  });
  it('marks a removed part as stale', () => {
    expect(staleParts(known, hundred.toSpliced(50, 1), draft)).toEqual(['p50']);
  });
  it('doesn’t mark moved parts', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(hundred, { minLength: 100 }), (moved) => {
        expect(staleParts(known, moved, whole)).toEqual([]);
      }),
    );
  });
  it('unmarks a part whose change was reverted', () => {
    const edited = hundred.map((part) => ({ ...part, text: 'x' }));
    expect(staleParts(known, edited, whole)).toHaveLength(100);
    expect(staleParts(known, hundred, whole)).toEqual([]);
  });
  it('doesn’t mark a part that was never confirmed', () => {
    expect(staleParts({}, hundred, draft)).toEqual([]);
  });
});

describe('a minor edit', () => {
  const texts = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'constructor'), fc.constantFrom('1', '2', '3'), {
    noNullPrototype: true,
  });

  it('keeps up-to-date parts up to date, and stale parts stale', () => {
    fc.assert(
      fc.property(texts, texts, texts, fc.boolean(), (known, before, after, isWhole) => {
        const stale = new Set(staleParts(known, parts(before), { isWhole }));
        const carried = carryOver(known, before, after, { isWhole });
        const still = new Set(staleParts(carried, parts(after), { isWhole }));
        for (const key of Object.keys(after)) {
          const isBefore = Object.hasOwn(before, key);
          const isKnown = Object.hasOwn(known, key);
          if (!isBefore) {
            // Added or restored parts: only what they said to the translator counts.
            expect(still.has(key), key).toBe(isKnown && known[key] !== after[key]);
          } else if (!stale.has(key)) expect(still.has(key), key).toBe(false);
          // Still stale, unless the part again says what the translator saw.
          else expect(still.has(key), key).toBe(!isKnown || known[key] !== after[key]);
        }
        for (const key of still) expect(stale.has(key) || Object.hasOwn(after, key), key).toBe(true);
      }),
    );
  });
  it('keeps open parts open', () => {
    fc.assert(
      fc.property(texts, texts, texts, (known, before, after) => {
        const carried = carryOver(known, before, after, draft);
        for (const key of Object.keys(carried)) expect(Object.hasOwn(known, key), key).toBe(true);
      }),
    );
  });
  it('drops removed parts, except those that the translator has to look at', () => {
    expect(carryOver({ a: 'A', b: 'old' }, { a: 'A', b: 'B' }, {}, whole)).toEqual({ b: 'old' });
  });
});
