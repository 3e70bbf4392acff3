import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { narrow } from './narrow.ts';

test.each([
  ['a string', '"Été, 漢字, 😀"'],
  ['a template', '`Été 😀`'],
  ['a pattern', '"x漢😀".replace(/[漢😀é]/gu, "·")'],
  ['a name', '({ größe: 1 }).größe'],
  ['a letter behind a backslash', String.raw`"\é"`],
  ['a letter behind two', String.raw`"\\é"`],
  ['a raw text', 'String.raw`\u00e9 é`'],
])('keeps the result of a script with %s', (_, code) => {
  expect(runInNewContext(narrow(code))).toBe(runInNewContext(code));
});

test('returns ASCII', () => {
  expect(narrow('"Été 漢字 😀"')).toMatch(/^[\0-\x7f]+$/);
});
