import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { applyMutation, drawLines, missedBy, patternOf, problemOfMutation, type TestResult } from './mutations.ts';

const folder = mkdtempSync(join(tmpdir(), 'skein-mutations-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
write('limits.ts', 'MIN = 2; MAX = 4;');
write('limits.test.ts', "it('has a least')");

const lines = [{ number: 1, text: 'At least 2', tests: [{ file: 'limits.test.ts', name: 'has a least' }] }];
const mutation = {
  line: 'At least 2',
  file: 'limits.ts',
  find: 'MIN = 2',
  replace: 'MIN = $&',
  test: { file: 'limits.test.ts', name: 'has a least' },
};

describe('a mutation', () => {
  it('is applied as it is written, and taken back', () => {
    expect(problemOfMutation(folder, lines, mutation)).toBeNull();
    const mend = applyMutation(folder, mutation);
    expect(readFileSync(join(folder, 'limits.ts'), 'utf8')).toBe('MIN = $&; MAX = 4;');
    mend();
    expect(readFileSync(join(folder, 'limits.ts'), 'utf8')).toBe('MIN = 2; MAX = 4;');
  });
  it.each([
    ['a line that is gone', { line: 'At least 3' }, 'docs/spec-coverage.md has no line “At least 3”'],
    [
      'a test that the line doesn’t name',
      { test: { file: 'limits.test.ts', name: 'has a most' } },
      'line 1 of docs/spec-coverage.md doesn’t name limits.test.ts: “has a most”',
    ],
    ['a change of nothing', { replace: 'MIN = 2' }, 'the mutation of line 1 changes nothing'],
    ['a text that is gone', { find: 'MIN = 3' }, 'line 1: limits.ts contains this 0 times instead of once: MIN = 3'],
    ['a text that is there twice', { find: 'M' }, 'line 1: limits.ts contains this 2 times instead of once: M'],
  ])('no longer applies with %s', (_, change, problem) => {
    expect(problemOfMutation(folder, lines, { ...mutation, ...change })).toBe(problem);
  });
});

it.each([
  ['has 80%', 'a page has 80%', true],
  ['has 80%', 'a page has 80% of it', false],
  ['takes %s, not %j', 'a mode takes solo, not "x"', true],
  [`in \${LANGUAGE_NAMES[language]}`, 'read it in Deutsch', true],
  ['a (b)', 'a b', false],
])('“%s” finds “%s”: %j', (name, full, isFound) => expect(new RegExp(patternOf(name)).test(full)).toBe(isFound));

describe('a broken line', () => {
  const result = (failure?: string): TestResult => ({
    file: 'limits.test.ts',
    name: 'limits has a least',
    passed: failure === undefined,
    failures: failure === undefined ? [] : [failure],
  });
  it.each([
    ['an assertion', [result('AssertionError: expected 3 to be 2')], null],
    ['an assertion of a journey', [result('Error: expect(locator).toBeVisible() failed')], null],
    ['one case of several', [result(), result('AssertionError: expected 3 to be 2')], null],
    ['nothing', [result()], 'the test still passes'],
    ['a test that is gone', [], 'the test did not run'],
    ['a skipped test', [{ ...result(), passed: null }], 'the test did not run'],
    ['another failure', [result('TypeError: x is undefined')], 'not in an assertion: TypeError: x is undefined'],
  ])('is noticed by assertions only: %s', (_, results, missed) => {
    if (missed === null) expect(missedBy(mutation, results)).toBeNull();
    else expect(missedBy(mutation, results)).toContain(missed);
  });
  it('is noticed by its own failure only, if others are broken too', () => {
    const results = [result('AssertionError: expected "a" to contain "b"')];
    expect(missedBy({ ...mutation, shows: '"b"' }, results)).toBeNull();
    expect(missedBy({ ...mutation, shows: '"c"' }, results)).toContain('not with “"c"”');
  });
});

it('lines are drawn in an order of their own, which a new line leaves as it is', () => {
  const all = Array.from({ length: 50 }, (_, i) => ({ number: i + 1, text: `line ${i + 1}`, tests: [] }));
  const drawn = drawLines(all, 'seed', 10);
  expect(drawn).toEqual(drawLines(all.toReversed(), 'seed', 10));
  expect(drawn).not.toEqual(drawLines(all, 'another', 10));
  const fewer = drawLines(all.slice(0, 40), 'seed', 10);
  expect(drawn.filter(({ number }) => number <= 40).every((line) => fewer.includes(line))).toBe(true);
});
