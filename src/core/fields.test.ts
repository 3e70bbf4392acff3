import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { cursor, fieldIssues, ISSUES_MAX, id, isoTime, issueCode, pageLimit, text } from './fields.ts';
import { lengthOf, tidyText } from './text.ts';
import { line, lines, problemOf } from './text-rules.ts';

/** Returns the issues of a parse with the options of the request pipeline. */
function issuesOf(schema: z.core.$ZodType, value: unknown) {
  const result = z.safeParse(schema, value, { reportInput: true });
  return result.success ? {} : fieldIssues(result.error);
}
const codesOf = (schema: z.core.$ZodType, value: unknown) =>
  Object.fromEntries(Object.entries(issuesOf(schema, value)).map(([path, { code }]) => [path, code]));

describe('issue codes', () => {
  it('keep their parameters, numbers as numbers', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(fc.integer(), fc.string({ unit: 'grapheme' }))),
        (params) => {
          const schema = z.string().check(z.refine(() => false, { error: issueCode('too_long', params) }));
          const issue = issuesOf(z.object({ title: schema }), { title: '' }).title;
          expect(issue?.code).toBe('too_long');
          for (const [name, value] of Object.entries(params))
            expect(issue?.params?.[name]).toBe(/^-?\d+$/.test(String(value)) ? Number(value) : value);
        },
      ),
    );
  });
});

describe('the issues of a failed parse', () => {
  const schema = z.strictObject({
    name: z.string(),
    age: z.optional(z.number()),
    list: z.optional(z.array(z.strictObject({ id: z.string() }))),
  });
  it.each([
    ['what is missing', {}, { name: 'required' }],
    ['what has another type', { name: 5 }, { name: 'invalid' }],
    ['null', { name: null }, { name: 'invalid' }],
    ['each unknown field', { name: '', a: 1, b: 2 }, { a: 'unknown', b: 'unknown' }],
    ['fields inside a list', { name: '', list: [{ id: 'x' }, {}] }, { 'list.1.id': 'required' }],
    ['an unknown field inside a list', { name: '', list: [{ id: 'x', y: 1 }] }, { 'list.0.y': 'unknown' }],
    ['no object at all', 'text', { body: 'invalid' }],
    [
      'names that every object has',
      { name: '', toString: 1, constructor: 2 },
      { toString: 'unknown', constructor: 'unknown' },
    ],
  ])('name %s', (_what, value, codes) => expect(codesOf(schema, value)).toEqual(codes));

  it('name a field called __proto__ without setting the prototype', () => {
    const value = JSON.parse('{"name":"","__proto__":{"admin":true}}');
    const issues = issuesOf(schema, value);
    expect(Object.keys(issues)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  it('name at most fifty fields, however many are wrong', () => {
    const unknown = Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`field${n}`, n]));
    expect(Object.keys(issuesOf(schema, { name: '', ...unknown }))).toHaveLength(ISSUES_MAX);
    const list = Array.from({ length: 6000 }, () => ({}));
    expect(Object.keys(issuesOf(schema, { name: '', list }))).toHaveLength(ISSUES_MAX);
  });

  it('contain only the first issue of each field', () => {
    const twice = z.string().check(z.minLength(3, 'too_short'), z.regex(/^a/, 'letters'));
    expect(codesOf(z.object({ name: twice }), { name: 'b' })).toEqual({ name: 'too_short' });
  });
});

describe('tidyText', () => {
  it.each([
    ['a\r\nb\rc', 'a\nb\nc'],
    ['a\u0000b\u0007c\u009fd\ufeffe', 'abcde'],
    ['tab\tand feed\n stay', 'tab\tand feed\n stay'],
    ['half \ud800 pair', 'half \ufffd pair'],
    ['👍🏽 葛\u{E0100} می\u200Cخواهم', '👍🏽 葛\u{E0100} می\u200Cخواهم'],
  ])('%j → %j', (text, tidy) => expect(tidyText(text)).toBe(tidy));

  it('is idempotent, and returns well-formed text without NUL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const tidy = tidyText(text);
        expect(tidyText(tidy)).toBe(tidy);
        expect(tidy.isWellFormed()).toBe(true);
        expect(tidy).not.toContain('\u0000');
      }),
    );
  });
});

describe('lengthOf', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['👍', 1],
    ['👍🏽', 2],
    ['e\u0301', 2],
    ['𠮷', 1],
  ])('%j has %i', (text, length) => expect(lengthOf(text)).toBe(length));
});

describe('a line', () => {
  const rule = line({ min: 2, max: 5, empty: 'title_empty', tooShort: 'title_short', tooLong: 'title_long' });
  const title = text(rule);
  it.each([
    ['abc', 'abc'],
    ['  a \n\t b ', 'a b'],
    ['a\u3000b', 'a b'],
    ['e\u0301e\u0301', 'éé'],
    ['👍👍👍👍👍', '👍👍👍👍👍'],
    ['ab\u0000c', 'abc'],
  ])('turns %j into %j', (given, taken) => expect(z.parse(title, given)).toBe(taken));
  it.each([
    [undefined, { code: 'title_empty' }],
    ['', { code: 'title_empty' }],
    [' \n\u3000\u0000', { code: 'title_empty' }],
    ['a', { code: 'title_short', params: { min: 2 } }],
    ['abcdef', { code: 'title_long', params: { max: 5, over: 1 } }],
    ['👍'.repeat(8), { code: 'title_long', params: { max: 5, over: 3 } }],
    [7, { code: 'invalid' }],
    [null, { code: 'invalid' }],
    [['a'], { code: 'invalid' }],
  ])('rejects %j with %j', (given, issue) =>
    expect(issuesOf(z.object({ title }), { title: given }).title).toEqual(issue),
  );
  it('is checked by forms with the same result as by calls', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 9 }), (typed) => {
        expect(problemOf(rule, typed)).toEqual(issuesOf(z.object({ title }), { title: typed }).title ?? null);
      }),
    );
  });
});

describe('multi-line text', () => {
  const note = text(lines({ max: 10 }));
  it.each([
    [' one\r\n two ', 'one\n two'],
    ['', ''],
    ['a'.repeat(10), 'a'.repeat(10)],
  ])('turns %j into %j', (given, taken) => expect(z.parse(note, given)).toBe(taken));
  it('has a maximum length', () =>
    expect(issuesOf(z.object({ note }), { note: 'a'.repeat(12) }).note).toEqual({
      code: 'too_long',
      params: { max: 10, over: 2 },
    }));
  it('is required', () => expect(codesOf(z.object({ note }), {})).toEqual({ note: 'required' }));
});

describe('an id', () => {
  it.each(['1', '42', '9223372036854775807'])('accepts %s', (value) => expect(z.parse(id, value)).toBe(value));
  it.each([
    '',
    '0',
    '01',
    '-1',
    '+1',
    '1.0',
    '1e3',
    ' 1',
    '1\n',
    '９',
    '9223372036854775808',
    '9'.repeat(19),
    '9'.repeat(20),
    1,
    null,
    ['1'],
  ])('rejects %j', (value) => expect(codesOf(z.object({ id }), { id: value })).toEqual({ id: 'invalid' }));
});

describe('isoTime', () => {
  it('accepts what Date writes', () => expect(z.parse(isoTime, new Date().toISOString())).toBeTruthy());
  it.each(['2026-01-01', '2026-01-01T00:00:00+01:00', 'now'])('rejects %s', (text) =>
    expect(z.safeParse(isoTime, text).success).toBe(false),
  );
});

describe('pageLimit', () => {
  it.each([
    [undefined, 20],
    ['1', 1],
    ['50', 50],
    ['51', 20],
    ['0', 20],
    ['-3', 20],
    ['2.5', 20],
    ['x', 20],
    [['1', '2'], 20],
    [{}, 20],
  ])('%j → %i', (asked, limit) => expect(z.parse(pageLimit, asked)).toBe(limit));
});

it('a cursor has at most 200 characters', () => {
  expect(z.parse(cursor, 'x'.repeat(200))).toHaveLength(200);
  expect(z.safeParse(cursor, 'x'.repeat(201)).success).toBe(false);
});

describe('a short text', () => {
  const title = text(line({ max: 80, empty: 'title_empty' }));
  it.each(['\u200b\u2063', '\u2066\u200b\u2060', '\u3164', ' \u00ad '])(
    'without a visible character is empty: %j',
    (text) => {
      expect(z.safeParse(title, text).success).toBe(false);
    },
  );
  it('removes bidirectional controls and keeps joiners', () => {
    expect(z.parse(title, 'salt \u202egnp\u2066 tax')).toBe('salt gnp tax');
    expect(z.parse(title, 'می\u200cخواهم 👩\u200d🚀')).toBe('می\u200cخواهم 👩\u200d🚀');
  });
});
