import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CLAIMED_IN_VAIN } from '../../scripts/mutations/claimed-in-vain.ts';
import { DRAWN } from '../../scripts/mutations/drawn.ts';
import { DRAWN_COUNT, DRAWN_SEED, MUTATIONS } from '../../scripts/mutations/list.ts';
import { drawLines, type Mutation, problemOfMutation } from '../../tools/mutations.ts';
import { readCoverage } from '../../tools/spec-coverage.ts';

// docs/spec-coverage.md names the tests for every line of the specification. That they notice when a line breaks is tried
// by `npm run mutations`.
const ROOT = join(import.meta.dirname, '../..');
const lines = readCoverage(ROOT);
const namesOf = (mutations: readonly Mutation[]) => new Set(mutations.map(({ line }) => line));

/** Returns the source of a test file, with quotes unescaped. */
function sourceOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8').replaceAll("\\'", "'");
}

it('docs/spec-coverage.md has the lines of the specification in order, each with a test', () => {
  expect(lines.length).toBeGreaterThan(200);
  expect(lines.map(({ number }) => number)).toEqual(lines.map((_, i) => i + 1));
  expect(new Set(lines.map(({ text }) => text)).size).toBe(lines.length);
  expect(lines.filter(({ tests }) => tests.length === 0).map(({ number }) => number)).toEqual([]);
});

it('every test that it names exists', () => {
  const named = lines.flatMap(({ tests }) => tests);
  const missing = named.filter(
    ({ file, name }) =>
      !existsSync(join(ROOT, file)) || !["'", '`', '"'].some((quote) => sourceOf(file).includes(quote + name + quote)),
  );
  expect(missing).toEqual([]);
});

it('every mutation still applies, and breaks a line of the page whose named test it runs', () => {
  expect(MUTATIONS.flatMap((mutation) => problemOfMutation(ROOT, lines, mutation) ?? [])).toEqual([]);
});

it('the 38 lines that were claimed in vain are broken, and those that the seed draws from the others', () => {
  const inVain = namesOf(CLAIMED_IN_VAIN);
  expect(inVain.size).toBe(38);
  const others = lines.filter(({ text }) => !inVain.has(text));
  const drawn = drawLines(others, DRAWN_SEED, DRAWN_COUNT).map(({ text }) => text);
  expect([...namesOf(DRAWN)].toSorted()).toEqual(drawn.toSorted());
});
