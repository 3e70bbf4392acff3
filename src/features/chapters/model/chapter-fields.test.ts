import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fieldIssues } from '#core/fields.ts';
import { chapterApi } from '../contract.ts';
import { missingChapterFields } from './chapter-fields.ts';
import type { Block } from './document.ts';

/** Issues of these fields of a new chapter, by field. Empty if they are valid. */
function wrongWith(fields: Record<string, unknown>) {
  const result = z.safeParse(chapterApi.create.input, { storyId: '1', ...fields });
  return result.success ? {} : fieldIssues(result.error);
}
const document = (content: unknown[]) => ({ type: 'doc', content });
const paragraph = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const word = (length: number) => 'x'.repeat(length);

const LETTERS = ['x', '字', '🐇', 'e\u0301'];

describe('lengths in code points', () => {
  it.each(LETTERS)('accepts a title of 100 times %s, and refuses 101', (letter) => {
    expect(wrongWith({ title: letter.repeat(99) })).toEqual({});
    expect(wrongWith({ title: letter.repeat(100) })).toEqual({});
    expect(wrongWith({ title: letter.repeat(101) })).toEqual({
      title: { code: 'chapter_title_too_long', params: { max: 100, over: 1 } },
    });
  });

  it.each(LETTERS)('accepts a summary of 500 times %s, and refuses 501', (letter) => {
    expect(wrongWith({ summary: letter.repeat(500) })).toEqual({});
    expect(wrongWith({ summary: letter.repeat(501) })).toEqual({
      summary: { code: 'summary_too_long', params: { max: 500, over: 1 } },
    });
  });

  it.each(LETTERS)('accepts a choice of 80 times %s, and refuses 81', (letter) => {
    expect(wrongWith({ choice: letter.repeat(80) })).toEqual({});
    expect(wrongWith({ choice: letter.repeat(81) })).toEqual({
      choice: { code: 'choice_too_long', params: { max: 80, over: 1 } },
    });
  });
});

describe('the text', () => {
  it.each([
    ['English', (count: number) => 'one '.repeat(count)],
    ['Chinese', (count: number) => '字'.repeat(count)],
    ['Korean', (count: number) => '글자 '.repeat(count)],
    ['Japanese', (count: number) => 'か'.repeat(count)],
  ])('has at most 20,000 units: %s', (_, text) => {
    expect(wrongWith({ content: text(19_999) })).toEqual({});
    expect(wrongWith({ content: text(20_000) })).toEqual({});
    const tooMany = { content: { code: 'content_too_many_units', params: { max: 20_000, over: 1 } } };
    expect(wrongWith({ content: text(20_001) })).toEqual(tooMany);
    expect(wrongWith({ content: document([paragraph(text(20_001))]) })).toEqual(tooMany);
  });

  it.each(['x', '字', '🐇'])('has at most 120,000 characters: %s', (letter) => {
    const tooLong = { content: { code: 'content_too_long', params: { max: 120_000, over: 1 } } };
    expect(wrongWith({ content: fill(letter, 120_000) })).toEqual({});
    expect(wrongWith({ content: fill(letter, 120_001) })).toEqual(tooLong);
    expect(wrongWith({ content: document([paragraph(fill(letter, 120_001))]) })).toEqual(tooLong);
  });

  describe('has at most 6,000 paragraphs in any format', () => {
    const tooMany = { content: { code: 'too_many_paragraphs' } };
    const item = { type: 'listItem', content: [{ type: 'paragraph' }] };
    it('as a document', () => {
      expect(wrongWith({ content: document(Array(6000).fill({ type: 'paragraph' })) })).toEqual({});
      expect(wrongWith({ content: document(Array(6001).fill({ type: 'paragraph' })) })).toEqual(tooMany);
    });
    it('as plain text', () => {
      expect(wrongWith({ content: Array(6000).fill('a').join('\n\n') })).toEqual({});
      expect(wrongWith({ content: Array(6001).fill('a').join('\n\n') })).toEqual(tooMany);
    });
    it('inside a list or a quote', () => {
      const list = (count: number) => document([{ type: 'bulletList', content: Array(count).fill(item) }]);
      const quote = (count: number) =>
        document([{ type: 'blockquote', content: Array(count).fill({ type: 'paragraph' }) }]);
      expect(wrongWith({ content: list(6000) })).toEqual({});
      expect(wrongWith({ content: list(6001) })).toEqual(tooMany);
      expect(wrongWith({ content: quote(6000) })).toEqual({});
      expect(wrongWith({ content: quote(6001) })).toEqual(tooMany);
    });
  });

  it.each([7, null, true, [], {}, { type: 'doc' }, { type: 'doc', content: 'x' }, { type: 'paragraph' }])(
    'is a document or plain text, not %j',
    (content) => expect(wrongWith({ content })).toEqual({ content: { code: 'content_invalid' } }),
  );
});

/** A text of this many characters with few units: one letter, then dashes. */
function fill(letter: string, length: number): string {
  const piece = `${letter}${'—'.repeat(9)}`;
  return piece.repeat(Math.floor(length / 10)) + '—'.repeat(length % 10);
}

it('refuses unknown and protected fields, by name', () => {
  const protectedFields = {
    status: 'approved',
    authorId: '1',
    author_id: '1',
    number: 1,
    editStatus: null,
    units: 5,
    version: 3,
    publishedAt: 'x',
    deleted_at: null,
    id: '7',
    html: '<b>',
    document: {},
    language: 'en',
  };
  for (const [field, value] of Object.entries(protectedFields))
    expect(wrongWith({ [field]: value }), field).toEqual({ [field]: { code: 'unknown' } });
});

describe('missing fields of a submission', () => {
  const whole = { title: word(3), summary: word(3), units: 100 };
  const bounds = { minUnits: 100, maxUnits: 5000 };
  it.each([
    [{}, {}],
    [{ title: '' }, { title: { code: 'chapter_title_empty' } }],
    [{ summary: '' }, { summary: { code: 'summary_empty' } }],
    [{ choice: '' }, { choice: { code: 'choice_empty' } }],
    [{ choice: 'Go' }, {}],
    [{ choice: undefined }, {}],
    [{ units: 0 }, { content: { code: 'content_empty' } }],
    [{ units: 1 }, { content: { code: 'content_too_short', params: { min: 100, missing: 99, unit: 'word' } } }],
    [{ units: 99 }, { content: { code: 'content_too_short', params: { min: 100, missing: 1, unit: 'word' } } }],
    [{ units: 100 }, {}],
    [{ units: 101 }, {}],
    [{ units: 4999 }, {}],
    [{ units: 5000 }, {}],
    [{ units: 5001 }, { content: { code: 'content_too_many_units', params: { max: 5000, over: 1, unit: 'word' } } }],
  ])('%o', (change, missing) => expect(missingChapterFields({ ...whole, ...change }, bounds, 'en')).toEqual(missing));

  it('counts in the unit of the story’s language', () =>
    expect(missingChapterFields({ ...whole, units: 1 }, bounds, 'zh').content?.params).toMatchObject({
      unit: 'character',
    }));
});
