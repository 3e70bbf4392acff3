import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// docs/spec-coverage.md names the tests for every line of the specification.
const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/spec-coverage.md'), 'utf8');
const SHOWN = /`([^`]+)`: “(.*?)”(?=<br>| *$)/g;

interface Line {
  number: number;
  tests: { file: string; name: string }[];
}

const lines: Line[] = page.split('\n').flatMap((row) => {
  const [, number, , , shown] = row.split(/(?<!\\)\|/);
  if (number === undefined || shown === undefined || !/^ *\d+ *$/.test(number)) return [];
  const tests = [...shown.matchAll(SHOWN)].map(([, file, name]) => ({ file: file!, name: name! }));
  return [{ number: Number(number), tests }];
});

/** Returns the source of a test file, with quotes unescaped. */
function sourceOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8').replaceAll("\\'", "'");
}

it('docs/spec-coverage.md has the lines of the specification in order, each with a test', () => {
  expect(lines.length).toBeGreaterThan(200);
  expect(lines.map(({ number }) => number)).toEqual(lines.map((_, i) => i + 1));
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
