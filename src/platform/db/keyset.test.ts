import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idCursor, keysetPageOf, makePairCursor, pairCursor } from './keyset.ts';

const invalid = expect.objectContaining({ code: 'invalid_input', fields: { cursor: { code: 'invalid' } } });
const MAX = '9223372036854775807';

describe('the cursor of a list by id', () => {
  it.each([undefined, '1', MAX])('%s is valid', (text) => expect(idCursor(text)).toBe(text ?? null));
  it.each([
    '',
    '0',
    '01',
    '-1',
    '1.5',
    'x',
    ' 1',
    '1\n',
    '9223372036854775808',
    '9'.repeat(19),
    '9'.repeat(20),
    "1'--",
  ])('%j is invalid', (text) => expect(() => idCursor(text)).toThrow(invalid));
});

describe('the cursor of a list by a value', () => {
  it('contains what it was made from', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }),
          fc.integer(),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
        ),
        fc.bigInt({ min: 1n, max: BigInt(MAX) }),
        (value, id) => {
          const cursor = makePairCursor(value, String(id));
          expect(cursor).toMatch(/^[\w-]+$/);
          const expected = value instanceof Date ? value.toISOString() : String(value);
          expect(pairCursor(cursor)).toEqual({ value: expected, id: String(id) });
        },
      ),
      // The maximum number of digits on either side of the decimal point.
      {
        examples: [
          [-0.0000010000027527079302, 1n],
          [123456789012345680000, 1n],
        ],
      },
    );
  });
  const encode = (text: string) => Buffer.from(text).toString('base64url');
  it.each([
    '',
    '%',
    'abc',
    encode('1'),
    encode('1 '),
    encode(' 1'),
    encode('1 x'),
    encode('1 0'),
    encode("1' 1"),
    encode(`1 ${'9'.repeat(19)}`),
    encode(`${'1'.repeat(41)} 1`),
    encode('\u0000 1'),
  ])('%j is invalid', (text) => expect(() => pairCursor(text)).toThrow(invalid));
  it('is null for the first page', () => expect(pairCursor(undefined)).toBeNull());
});

describe('a page', () => {
  const page = (count: number, limit: number) =>
    keysetPageOf(
      Array.from({ length: count }, (_, i) => i),
      limit,
      (row) => `row ${row}`,
      (row) => `after ${row}`,
    );
  it.each([
    [0, 2, { items: [], next: null }],
    [1, 2, { items: ['row 0'], next: null }],
    [2, 2, { items: ['row 0', 'row 1'], next: null }],
    [3, 2, { items: ['row 0', 'row 1'], next: 'after 1' }],
  ])('of %i rows, at most %i', (count, limit, expected) => expect(page(count, limit)).toEqual(expected));
});
