import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Checks the numbers of the migrations. Databases of released versions have the ones in `migrations/released.txt`, and
 * only ever get later ones: an earlier one would stop every site at its next start. New ones may leave gaps.
 */
export function migrationProblems(released: readonly string[], present: readonly string[]): string[] {
  const last = released.at(-1) ?? '';
  const numbers = present.map((name) => name.slice(0, 4));
  return [
    ...released
      .filter((name) => !present.includes(name))
      .map((name) => `${name}: released, so it can’t be renamed or deleted`),
    ...present
      .filter((name) => !released.includes(name) && name.slice(0, 4) <= last.slice(0, 4))
      .map((name) => `${name}: needs a number after ${last}, which databases already have`),
    ...present
      .filter((name, index) => numbers.indexOf(name.slice(0, 4)) !== index)
      .map((name) => `${name}: another migration has this number`),
  ];
}

/** Returns what is wrong with the migrations of the project. */
export function findMigrationProblems(root: string): string[] {
  const folder = join(root, 'migrations');
  const released = readFileSync(join(folder, 'released.txt'), 'utf8').trim().split('\n');
  const present = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return migrationProblems(
    released,
    present.map((name) => name.replace('.sql', '')),
  );
}
