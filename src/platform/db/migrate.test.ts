import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DatabaseNotUsableError, migrations, stepsOf } from './migrate.ts';

it('a migration without steps is one step', () => {
  expect(stepsOf('0001-x', '-- Why.\nselect 1;\n')).toEqual(['-- Why.\nselect 1;\n']);
});

it('a migration may say what it is for before its first step', () => {
  expect(stepsOf('0001-x', '-- Why.\n\n  -- Step by step.\n-- Step: one\nselect 1;\n-- Step: two\nselect 2;')).toEqual([
    '\nselect 1;\n',
    '\nselect 2;',
  ]);
});

it('refuses SQL before the first step, which would never run', () => {
  const run = () => stepsOf('0001-x', '-- Why.\nalter table t add c int;\n-- Step: one\nselect 1;');
  expect(run).toThrow(DatabaseNotUsableError);
  expect(run).toThrow(/0001-x .*alter table t add c int;/);
});

it('no migration has SQL that no step runs', async () => {
  const folder = join(import.meta.dirname, '../../../migrations');
  for (const name of await migrations())
    expect(stepsOf(name, readFileSync(join(folder, `${name}.sql`), 'utf8')).length, name).toBeGreaterThan(0);
});
