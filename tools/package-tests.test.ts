import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import {
  hashPackage,
  listPackageTests,
  packagesToTest,
  printSkippedPackages,
  recordPassedPackages,
} from './package-tests.ts';

const FOLDER = 'packages/one';
const LOCK = {
  packages: {
    '': { dependencies: { other: '1.0.0' } },
    'node_modules/other': { version: '1.0.0' },
    'node_modules/direct': {
      version: '1.0.0',
      dependencies: { indirect: '^1.0.0' },
      optionalDependencies: { 'other-machine': '1' },
    },
    'node_modules/indirect': { version: '9.0.0' },
    'node_modules/direct/node_modules/indirect': { version: '1.0.0', dependencies: { direct: '1' } },
    'node_modules/tool': { version: '1.0.0', dependencies: { 'of-tool': '1' } },
    'node_modules/of-tool': { version: '1.0.0' },
    [FOLDER]: { dependencies: { direct: '1.0.0' }, devDependencies: { tool: '1.0.0' } },
  },
};

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

/** Creates a project with one package, whose files are written in the given order. */
function project(files: Record<string, string> = { 'b.ts': 'b\n', 'a.ts': 'a\n', 'a.test.ts': 'test\n' }): string {
  const root = mkdtempSync(join(tmpdir(), 'skein-package-'));
  roots.push(root);
  mkdirSync(join(root, FOLDER, 'src/deep'), { recursive: true });
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(LOCK));
  writeFileSync(join(root, FOLDER, 'package.json'), '{}');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, FOLDER, 'src', name), text);
  return root;
}

function write(root: string, path: string, text: string): void {
  writeFileSync(join(root, FOLDER, path), text);
}

/** Returns the hash after one version in the lock file has changed. */
function hashWithVersion(location: keyof (typeof LOCK)['packages']): string {
  const root = project();
  const packages = { ...LOCK.packages, [location]: { ...LOCK.packages[location], version: '2.0.0' } };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  return hashPackage(root, FOLDER);
}

function report(root: string, file: string, ...statuses: string[]) {
  return {
    name: join(root, FOLDER, 'src', file),
    status: statuses.includes('failed') ? 'failed' : 'passed',
    assertionResults: statuses.map((status) => ({ status })),
  };
}

it('returns the same hash for the same package in any folder, with any line endings and order of files', () => {
  const hash = hashPackage(project(), FOLDER);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hashPackage(project(), FOLDER)).toBe(hash);
  expect(hashPackage(project({ 'a.test.ts': 'test\r\n', 'a.ts': 'a\r\n', 'b.ts': 'b\r\n' }), FOLDER)).toBe(hash);
});

it('ignores what no test depends on', () => {
  const root = project();
  const hash = hashPackage(root, FOLDER);
  write(root, 'README.md', 'Other words');
  write(root, 'tested.json', '{}');
  write(root, 'src/.a.ts.swp', 'of an editor');
  mkdirSync(join(root, FOLDER, 'node_modules/x'), { recursive: true });
  write(root, 'node_modules/x/index.ts', 'x');
  expect(hashPackage(root, FOLDER)).toBe(hash);
});

it.each(['src/a.ts', 'src/a.test.ts', 'src/new.ts', 'src/deep/new.ts', 'package.json'])('changes with %s', (path) => {
  const root = project();
  const hash = hashPackage(root, FOLDER);
  write(root, path, 'changed');
  expect(hashPackage(root, FOLDER)).not.toBe(hash);
});

it('changes when a file is renamed or text moves from one file to the next', () => {
  const hash = hashPackage(project({ 'a.ts': 'ab', 'b.ts': '' }), FOLDER);
  expect(hashPackage(project({ 'a.ts': 'ab', 'c.ts': '' }), FOLDER)).not.toBe(hash);
  expect(hashPackage(project({ 'a.ts': 'a', 'b.ts': 'b' }), FOLDER)).not.toBe(hash);
});

it('changes with the locked versions of what the package uses, and with Node’s major version', () => {
  const root = project();
  const hash = hashPackage(root, FOLDER);
  expect(hashWithVersion('node_modules/direct')).not.toBe(hash);
  expect(hashWithVersion('node_modules/direct/node_modules/indirect')).not.toBe(hash);
  expect(hashWithVersion('node_modules/tool')).not.toBe(hash);
  expect(hashPackage(root, FOLDER, '99')).not.toBe(hash);
});

it('does not change with the versions of other packages', () => {
  const hash = hashPackage(project(), FOLDER);
  expect(hashWithVersion('node_modules/other')).toBe(hash);
  expect(hashWithVersion('node_modules/indirect')).toBe(hash);
  expect(hashWithVersion('node_modules/of-tool')).toBe(hash);
});

it('runs the tests until all of them have passed, then again after a change or with FULL=1', () => {
  const root = project();
  const before = listPackageTests(root);
  expect(packagesToTest(before, {})).toEqual(before);
  expect(recordPassedPackages(before, [report(root, 'a.test.ts', 'passed')], root)).toHaveLength(1);

  const after = listPackageTests(root);
  expect(after).toEqual([{ folder: FOLDER, hash: before[0]!.hash, tested: true }]);
  expect(packagesToTest(after, {})).toEqual([]);
  expect(packagesToTest(after, { FULL: '1' })).toEqual(after);

  write(root, 'src/a.ts', 'changed');
  expect(packagesToTest(listPackageTests(root), {})).toHaveLength(1);
});

it('prints one line only for tests that are skipped', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const entry = { folder: FOLDER, hash: 'abcdef0123456789', tested: true };
  printSkippedPackages([{ ...entry, tested: false }], {});
  printSkippedPackages([entry], { FULL: '1' });
  expect(log).not.toHaveBeenCalled();
  printSkippedPackages([entry], {});
  expect(log.mock.calls).toEqual([
    [`Tests of ${FOLDER} skipped: they passed with this hash, abcdef012345. FULL=1 runs them.`],
  ]);
  log.mockRestore();
});

it('stores no hash if a test failed, was skipped, or did not run', () => {
  const root = project({ 'a.test.ts': 'a', 'b.test.ts': 'b' });
  const packages = listPackageTests(root);
  const a = report(root, 'a.test.ts', 'passed');
  const notImported = { ...report(root, 'b.test.ts'), status: 'failed' };
  for (const reports of [[], [a], [a, report(root, 'b.test.ts', 'passed', 'failed')], [a, notImported]]) {
    expect(recordPassedPackages(packages, reports, root)).toEqual([]);
  }
  const skipped = [a, report(root, 'b.test.ts', 'passed', 'skipped')];
  expect(recordPassedPackages(packages, skipped, root)).toEqual([
    `Hash of ${FOLDER} not stored: 1 of its tests were skipped, so they run again.`,
  ]);
  expect(listPackageTests(root)).toMatchObject([{ tested: false }]);
});

it('stores the hash from before the run, so that an edit during the run is tested next time', () => {
  const root = project();
  const before = listPackageTests(root);
  write(root, 'src/a.ts', 'edited meanwhile');
  recordPassedPackages(before, [report(root, 'a.test.ts', 'passed')], root);
  expect(JSON.parse(readFileSync(join(root, FOLDER, 'tested.json'), 'utf8'))).toEqual({ hash: before[0]!.hash });
  expect(listPackageTests(root)).toMatchObject([{ tested: false }]);
});

it('runs the tests if the stored hash is damaged', () => {
  const root = project();
  write(root, 'tested.json', '<<<<<<< ours');
  expect(listPackageTests(root)).toMatchObject([{ tested: false }]);
});
