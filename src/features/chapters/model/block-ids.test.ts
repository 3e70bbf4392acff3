import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '#testing/cpu-time.ts';
import { FULL } from '#testing/rounds.ts';
import { keepBlockIds, withBlockIds } from './block-ids.ts';
import { blockText, type ChapterDocument, documentFromPlain, plainText, textBlocks } from './document.ts';

const RUNS = FULL ? 5000 : 300;
const random = (count: number) => new Uint8Array(randomBytes(count));
const plain = (paragraphs: string[]) => documentFromPlain(paragraphs.join('\n\n'));
const withIds = (paragraphs: string[]) => withBlockIds(plain(paragraphs), random);
const idsOf = (document: ChapterDocument) => textBlocks(document).map((part) => part.attrs?.id ?? null);
const idByText = (document: ChapterDocument) =>
  new Map(textBlocks(document).map((part) => [blockText(part), part.attrs?.id]));

const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { minLength: 1, maxLength: 12 });
const distinct = fc.uniqueArray(fc.integer({ min: 0, max: 40 }).map(String), { minLength: 1, maxLength: 15 });

describe('unique paragraph ids', () => {
  it('are created where missing or duplicate, and kept elsewhere', () => {
    const given: ChapterDocument = {
      type: 'doc',
      content: [
        { type: 'paragraph', attrs: { id: 'one' } },
        {
          type: 'blockquote',
          content: [
            { type: 'paragraph', attrs: { id: 'two' } },
            { type: 'paragraph', attrs: { id: 'one' } },
          ],
        },
        { type: 'heading', attrs: { level: 2 } },
        {
          type: 'bulletList',
          content: [{ type: 'listItem', content: [{ type: 'paragraph', attrs: { id: null } }, { type: 'paragraph' }] }],
        },
        { type: 'horizontalRule' },
      ],
    };
    const ids = idsOf(withBlockIds(given, random));
    expect(ids.slice(0, 2)).toEqual(['one', 'two']);
    expect(new Set(ids).size).toBe(6);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]{1,16}$/);
  });

  it('are unique for any existing ids', () => {
    const someId = fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: undefined });
    fc.assert(
      fc.property(fc.array(someId, { minLength: 1, maxLength: 12 }), (given) => {
        const document: ChapterDocument = {
          type: 'doc',
          content: given.map((id) => ({ type: 'paragraph', ...(id ? { attrs: { id } } : {}) })),
        };
        const once = withBlockIds(document, random);
        const ids = idsOf(once);
        expect(new Set(ids).size).toBe(given.length);
        expect(ids).not.toContain(null);
        for (const [i, id] of given.entries()) if (id && given.indexOf(id) === i) expect(ids[i]).toBe(id);
        expect(withBlockIds(once, random)).toEqual(once);
        expect(plainText(once)).toBe(plainText(document));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a text sent as plain text keeps the ids of the previous version', () => {
  const before = withIds(['one', 'two', 'three', 'four']);
  const [one, two, three, four] = idsOf(before);
  it.each<[string, string[], (string | null | undefined)[]]>([
    ['unchanged', ['one', 'two', 'three', 'four'], [one, two, three, four]],
    ['one added at the start', ['zero', 'one', 'two', 'three', 'four'], [null, one, two, three, four]],
    ['one added between', ['one', 'two', 'new', 'three', 'four'], [one, two, null, three, four]],
    ['one taken out', ['one', 'three', 'four'], [one, three, four]],
    ['one rewritten', ['one', 'two, differently', 'three', 'four'], [one, two, three, four]],
    ['two rewritten', ['one', 'x', 'y', 'four'], [one, two, three, four]],
    ['two become one', ['one', 'two and three', 'four'], [one, null, four]],
    ['everything else', ['a', 'b'], [null, null]],
    ['emptied', [''], [null]],
  ])('%s', (_, after, expected) => expect(idsOf(keepBlockIds(before, plain(after)))).toEqual(expected));

  it('keeps all ids if nothing changed', () => {
    fc.assert(
      fc.property(words, (paragraphs) => {
        const version = withIds(paragraphs);
        expect(keepBlockIds(version, plain(paragraphs))).toEqual(version);
      }),
      { numRuns: RUNS },
    );
  });

  it('never duplicates or invents an id, and changes no letter', () => {
    fc.assert(
      fc.property(words, words, (old, fresh) => {
        const version = withIds(old);
        const kept = keepBlockIds(version, plain(fresh));
        const ids = idsOf(kept).filter((id) => id !== null);
        expect(new Set(ids).size).toBe(ids.length);
        expect(idsOf(version)).toEqual(expect.arrayContaining(ids));
        expect(plainText(kept)).toBe(plainText(plain(fresh)));
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps the id of an unchanged paragraph when others are added and removed around it', () => {
    fc.assert(
      fc.property(
        distinct,
        fc.infiniteStream(fc.boolean()),
        fc.array(fc.nat(20), { maxLength: 4 }),
        (old, stays, added) => {
          const version = withIds(old);
          const fresh = old.filter(() => stays.next().value);
          for (const [i, at] of added.entries()) fresh.splice(at % (fresh.length + 1), 0, `added ${i}`);
          fc.pre(fresh.length > 0);
          const kept = idByText(keepBlockIds(version, plain(fresh)));
          for (const [value, id] of idByText(version)) if (fresh.includes(value)) expect(kept.get(value)).toBe(id);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('is fast even for the longest text with everything changed', () => {
    const long = (word: string) => withIds(Array.from({ length: 6000 }, (_, i) => `${word}${i}`));
    const [old, fresh] = [long('a'), plain(Array.from({ length: 6000 }, (_, i) => `b${i}`))];
    const shuffled = plain(Array.from({ length: 6000 }, (_, i) => `a${(i * 7919) % 6000}`));
    const repeated = withIds(Array(6000).fill('the same'));
    const began = cpuMs();
    expect(idsOf(keepBlockIds(old, fresh))).toEqual(Array(6000).fill(null));
    expect(idByText(keepBlockIds(old, shuffled))).toEqual(idByText(old));
    keepBlockIds(repeated, shuffled);
    expect(cpuMs() - began).toBeLessThan(5000);
  }, 60_000);
});
