import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

// Decides whether the tests of a workspace package run. They depend only on the package and are expensive, so they run
// only if the package has changed since they last passed. `tested.json` in the package contains the hash of the version
// that passed.
const ROOT = join(import.meta.dirname, '..');
const NODE_MAJOR = process.versions.node.split('.')[0]!;

/** Whether the tests of one package have to run. */
export interface PackageTests {
  /** Relative to the project, with slashes: `packages/embedded-postgres`. */
  readonly folder: string;
  /** Current hash of the package. */
  readonly hash: string;
  /** True if all tests of the package passed with this hash before. */
  readonly tested: boolean;
}

/** Lists the packages below `packages/`, sorted by folder. */
export function listPackageTests(root = ROOT, nodeMajor = NODE_MAJOR): PackageTests[] {
  return readdirSync(join(root, 'packages'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, 'packages', entry.name, 'package.json')))
    .map(({ name }) => `packages/${name}`)
    .sort()
    .map((folder) => {
      const hash = hashPackage(root, folder, nodeMajor);
      return { folder, hash, tested: readTestedHash(root, folder) === hash };
    });
}

/** Returns the packages whose tests belong to this run: those that have changed, or all of them with `FULL=1`. */
export function packagesToTest(packages: readonly PackageTests[], env = process.env): PackageTests[] {
  return packages.filter(({ tested }) => env.FULL === '1' || !tested);
}

/** Prints one line for each package whose tests are skipped: why, and how to run them anyway. */
export function printSkippedPackages(packages: readonly PackageTests[], env = process.env): void {
  const included = new Set(packagesToTest(packages, env));
  for (const { folder, hash } of packages.filter((entry) => !included.has(entry))) {
    console.log(`Tests of ${folder} skipped: they passed with this hash, ${hash.slice(0, 12)}. FULL=1 runs them.`);
  }
}

/** The part of a file’s entry in Vitest’s JSON report that matters here. */
export interface FileReport {
  /** Absolute path. */
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string }[];
}

/**
 * Stores the hash of each package whose tests all passed in this run, and returns a line to print for each package
 * whose state has changed. A skipped test counts as not passed: some tests need root or Linux, and a change that breaks
 * one of them would otherwise never be noticed.
 *
 * @param packages the decision from before the run, so that files edited during the run don’t count as tested
 */
export function recordPassedPackages(
  packages: readonly PackageTests[],
  reports: readonly FileReport[],
  root = ROOT,
): string[] {
  const byFile = new Map(reports.map((report) => [toSlashes(relative(root, report.name)), report]));
  return packages.flatMap(({ folder, hash, tested }) => {
    const files = sourcesOf(root, folder).filter((path) => path.endsWith('.test.ts'));
    const ran = files.flatMap((file) => byFile.get(file) ?? []);
    const statuses = ran.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
    const failed = ran.some(({ status }) => status !== 'passed') || statuses.includes('failed');
    if (tested || failed || ran.length === 0 || ran.length < files.length) return [];
    const skipped = statuses.filter((status) => status !== 'passed').length;
    if (skipped > 0) return [`Hash of ${folder} not stored: ${skipped} of its tests were skipped, so they run again.`];
    writeFileSync(testedPath(root, folder), `${JSON.stringify({ hash }, null, 2)}\n`);
    return [`All tests of ${folder} passed. Commit ${folder}/tested.json, so that they run again only after a change.`];
  });
}

/**
 * Returns the hash of the package’s sources, tests and package.json, the locked versions of its npm dependencies, and
 * Node’s major version. It doesn’t depend on the machine, the path of the checkout, line endings or the order of files.
 */
export function hashPackage(root: string, folder: string, nodeMajor = NODE_MAJOR): string {
  const hash = createHash('sha256');
  const add = (name: string, content: string) => hash.update(`${name}\n${content.length}\n${content}\n`);
  add('node', nodeMajor);
  add('dependencies', lockedVersions(readLock(root), folder).join('\n'));
  for (const path of [`${folder}/package.json`, ...sourcesOf(root, folder)]) {
    add(path, readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n'));
  }
  return hash.digest('hex');
}

/**
 * Returns the TypeScript files of the package with their paths from the root, sorted by code unit, so that the order is
 * the same everywhere.
 */
function sourcesOf(root: string, folder: string): string[] {
  return readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/src/${toSlashes(path)}`)
    .filter((path) => path.endsWith('.ts'))
    .sort();
}

interface LockedPackage {
  readonly version?: string;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}
type Lock = Readonly<Record<string, LockedPackage>>;

function readLock(root: string): Lock {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock };
  return packages;
}

/**
 * Returns `location version` of all direct and indirect dependencies of the package, and of its direct development
 * dependencies: a new version of something that Vitest uses is no reason to test the package again.
 */
function lockedVersions(lock: Lock, folder: string): string[] {
  const found = new Set<string>();
  const visit = (from: string, names: readonly string[], deep: boolean) => {
    for (const name of names) {
      const location = locate(lock, from, name);
      // Optional packages for other platforms may be missing from the lock file.
      if (location === undefined || found.has(location)) continue;
      found.add(location);
      if (deep) visit(location, namesIn(lock[location]), deep);
    }
  };
  visit(folder, namesIn(lock[folder]), true);
  visit(folder, Object.keys(lock[folder]?.devDependencies ?? {}), false);
  return [...found].sort().map((location) => `${location} ${lock[location]?.version}`);
}

function namesIn(locked: LockedPackage | undefined): string[] {
  return Object.keys({ ...locked?.dependencies, ...locked?.optionalDependencies });
}

/** Finds a dependency as Node does: in the `node_modules` of the dependent, then of each folder above it. */
function locate(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '') {
    const location = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (location in lock) return location;
    if (folder === '') return undefined;
  }
}

function testedPath(root: string, folder: string): string {
  return join(root, folder, 'tested.json');
}

function readTestedHash(root: string, folder: string): string | null {
  try {
    const { hash } = JSON.parse(readFileSync(testedPath(root, folder), 'utf8')) as { hash?: unknown };
    return typeof hash === 'string' ? hash : null;
  } catch {
    // Missing or damaged, for example after a merge: the tests run and write it again.
    return null;
  }
}

function toSlashes(path: string): string {
  return path.replaceAll(sep, '/');
}
