import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

it('docs/scaling.md says what would become of each table beyond one primary, and names no other', async () => {
  const schema = await readFile(join(ROOT, 'src/platform/db/schema.ts'), 'utf8');
  const tables = [...schema.slice(schema.indexOf('export interface DB ')).matchAll(/^ {2}(\w+): \w+;$/gm)].map(
    ([, name]) => name!,
  );
  expect(tables.length).toBeGreaterThan(70);
  const docs = await readFile(join(ROOT, 'docs/scaling.md'), 'utf8');
  const rows = docs.slice(docs.indexOf('\n## Beyond one primary'), docs.indexOf('\nStatements that depend'));
  const first = rows.split('\n').flatMap((line) => (line.startsWith('| ') ? [line.split(' | ')[0]!] : []));
  const named = [...first.join('\n').matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  expect(tables.filter((name) => !named.includes(name))).toEqual([]);
  // Indexes, and what belongs to the queue and to extensions.
  const others = ['accounts_email', 'accounts_slug', 'accounts_username_key', 'gin_trgm_ops', 'graphile_worker'];
  expect(named.filter((name) => !tables.includes(name) && !others.includes(name))).toEqual([]);
  const twice = named.filter((name, index) => named.indexOf(name) !== index);
  expect(twice).toEqual([]);
});
