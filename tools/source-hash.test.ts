import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashSources } from './source-hash.ts';

let root: string;
const put = (path: string, text: string) => writeFileSync(join(root, path), text);
const hash = () => hashSources(root, ['src', 'lock.json']);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'skein-sources-'));
  mkdirSync(join(root, 'src/web'), { recursive: true });
  put('src/web/page.tsx', 'page');
  put('lock.json', '{}');
});
afterEach(() => rmSync(root, { recursive: true }));

test('does not change with the dates of the files', () => {
  const before = hash();
  utimesSync(join(root, 'src/web/page.tsx'), 0, 0);
  expect(hash()).toBe(before);
});

test.each([
  ['a changed text', () => put('src/web/page.tsx', 'egap')],
  ['a new file', () => put('src/web/other.tsx', '')],
  ['another name', () => renameSync(join(root, 'src/web/page.tsx'), join(root, 'src/web/side.tsx'))],
  ['a file that was taken away', () => rmSync(join(root, 'src/web/page.tsx'))],
  ['a changed lock file', () => put('lock.json', '{ }')],
])('changes with %s', (_, change) => {
  const before = hash();
  change();
  expect(hash()).not.toBe(before);
});

test('leaves out files that only tests use', () => {
  const before = hash();
  mkdirSync(join(root, 'src/testing'));
  for (const name of ['web/page.test.tsx', 'web/page.test-kit.ts', 'web/page.test-child.ts', 'testing/factories.ts'])
    put(`src/${name}`, 'test');
  expect(hash()).toBe(before);
});
