import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROUNDS } from '#testing/rounds.ts';
import { isCounted } from './check.ts';
import { CHECKS, chooseChecks } from './checks.ts';

const ROOT = join(import.meta.dirname, '../..');
const numbers = Array.from({ length: 66 }, (_, i) => i + 1);
const idsOf = (...args: string[]) => chooseChecks(args).map(({ id }) => id);

it('has a row for each of the 66 checks, and each row has tests that `npm test` runs', () => {
  expect(CHECKS.map(({ id }) => id).filter((id) => typeof id === 'number')).toEqual(numbers);
  expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length);
  expect(CHECKS.filter(({ id, tests }) => typeof id === 'number' && tests.length === 0)).toEqual([]);
});

it('names tests and scripts that exist', () => {
  const sources = new Map<string, string>();
  const sourceOf = (file: string) => {
    if (!sources.has(file))
      sources.set(file, existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : '');
    return sources.get(file)!;
  };
  const missing = CHECKS.flatMap(({ id, tests }) =>
    tests.flatMap(({ file, names }) =>
      (names.length > 0 ? names : ['']).flatMap((name) =>
        sourceOf(file) && ["'", '`', '"', '} '].some((before) => sourceOf(file).includes(before + name))
          ? []
          : [`${id}: ${file}: ${name}`],
      ),
    ),
  );
  expect(missing).toEqual([]);
  const scripts = CHECKS.filter(isCounted).flatMap(({ scripts: names = [] }) => names);
  expect(scripts.filter((name) => !existsSync(join(ROOT, `scripts/drill/load/${name}.ts`)))).toEqual([]);
});

it('repeats nothing more often in `npm test` than at the pass mark', () => {
  for (const [id, own] of Object.entries(ROUNDS))
    for (const [unit, [short, passMark]] of Object.entries<readonly [number, number]>(own)) {
      expect(short, `${id}: ${unit}`).toBeLessThan(passMark);
      expect(CHECKS.some((row) => row.id === Number(id) && isCounted(row))).toBe(true);
    }
});

it('is run by number, range or word, in the order of the table', () => {
  expect(idsOf()).toEqual(CHECKS.map(({ id }) => id));
  expect(idsOf('41-43', '12', '12')).toEqual([12, 41, 42, 43]);
  for (const wrong of ['67', '0', 'nothing', '12-', '9-3']) expect(() => idsOf(wrong)).toThrow(wrong);
});
