import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { databasesIn, namesIn, orNotReachable, statIfExists } from './data-dir.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isPostmasterOf, sendSignal, waitUntil } from './processes.ts';
import { isOfSharedUser, isRoot, type RunUser } from './run-user.ts';
import { serverLogPath, withServerLog } from './server-log.ts';
import { spawnGuarded } from './watchdog.ts';

/** The database superuser, who owns everything in it. */
export const SUPERUSER = 'skein';
/** Created by initdb. A database of our own would need a `CREATE DATABASE`, which can be killed half-way. */
export const DATABASE = 'postgres';

/** A database folder and what is needed to run it. */
export interface Cluster {
  /** Real path of the data folder. */
  readonly dataDir: string;
  /** `<data>/pg<major>`. */
  readonly pgData: string;
  readonly major: number;
  /** Folder with `bin/postgres`. */
  readonly binariesDir: string;
  readonly user: RunUser;
}

/** Line numbers in postmaster.pid, starting at 0. */
const PID_LINE = 0;
const STATUS_LINE = 7;
const PORT_LINE = 3;
const SOCKET_LINE = 4;

/** Returns the path of the database of this PostgreSQL version in a data folder. */
export function pgDataOf(dataDir: string, major: number): string {
  return join(dataDir, `pg${major}`);
}

/**
 * Returns who owns the database of a data folder. Undefined also for the database that an earlier version, started as
 * root, ran as `nobody`: it gets a user of its own.
 */
export function databaseOwner(dataDir: string, major: number): Stats | undefined {
  const found = statIfExists(pgDataOf(dataDir, major));
  return isRoot() && isOfSharedUser(found) && !isOfSharedUser(statIfExists(dataDir)) ? undefined : found;
}

/** Folders of an upgrade in a data folder: the database that is being made, and the one from before. */
export const UPGRADE_FOLDERS = { made: 'upgrade', before: 'before-upgrade', after: 'after-upgrade' } as const;

/** True if an upgrade was interrupted after it had moved the old database away, and before it had moved the new one in. */
const isBetweenDatabases = (dataDir: string) =>
  Object.values(UPGRADE_FOLDERS).some((name) => databasesIn(join(dataDir, name)).length > 0);

/**
 * Throws if the data folder only contains databases of other major versions, or if an upgrade of it was interrupted.
 * PostgreSQL can’t read their files, and an empty database beside them would look like lost data.
 *
 * @throws EmbeddedPostgresError `wrong_version`
 */
export function refuseOtherVersions(dataDir: string, major: number): void {
  const found = databasesIn(dataDir);
  if (found.includes(major)) return;
  if (found.length === 0) {
    if (!isBetweenDatabases(dataDir)) return;
    throw new EmbeddedPostgresError(
      'wrong_version',
      `An upgrade of the data folder ${dataDir} was interrupted. Run \`npm run upgrade\`, which completes it.`,
    );
  }
  const isOlder = found.every((other) => other < major);
  throw new EmbeddedPostgresError(
    'wrong_version',
    `The data folder ${dataDir} contains a database of PostgreSQL ${found.join(' and ')}. This Skein includes PostgreSQL ${major}, which cannot read it. ${isOlder ? 'Run `npm run upgrade`, which carries the data over.' : 'Start the version of Skein that created it, or a later one.'}`,
  );
}

/**
 * Creates the database if there is none. Creates it in a temporary folder, which is renamed once everything is on disk,
 * so that a kill at any time leaves a complete database or none.
 *
 * @throws EmbeddedPostgresError `init_failed`, with the output of initdb
 */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  const { dataDir, pgData, user } = cluster;
  for (const name of namesIn(dataDir).filter((entry) => /^pg\d+\.init/.test(entry))) remove(join(dataDir, name));
  if (statIfExists(pgData)) {
    // It could still write files as the earlier user.
    if (statIfExists(pgData)!.uid !== user.uid) await stopLeftover(pgData);
    return takeOver(pgData, user);
  }

  // A new name each time: an initdb that is still dying after its owner was killed must not write into our folder.
  const fresh = `${pgData}.init-${randomBytes(6).toString('hex')}`;
  orNotReachable(dataDir, () => mkdirSync(fresh, 0o700));
  giveTo(fresh, user);
  try {
    await runInitdb(cluster, fresh);
    renameSync(fresh, pgData);
    syncDir(dataDir);
  } catch (error) {
    remove(fresh);
    throw error;
  }
}

/**
 * Stops a server that outlived its owner because both the owner and the watchdog were killed. Requires the lock.
 *
 * @throws EmbeddedPostgresError `start_failed` if it can’t be stopped
 */
export async function stopLeftover(pgData: string): Promise<void> {
  const pid = readPidFile(pgData)?.pid;
  if (pid === undefined) return;
  const gone = () => !isPostmasterOf(pid, pgData);
  const steps = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 2_000],
  ] as const;
  for (const [signal, patienceMs] of steps) {
    if (gone()) return;
    sendSignal(pid, signal);
    if (await waitUntil(gone, patienceMs)) return;
  }
  throw new EmbeddedPostgresError(
    'start_failed',
    `An older PostgreSQL (process ${pid}) is still running on ${pgData} and does not stop. Stop it, then start again.`,
  );
}

/**
 * Makes postgres check the shared memory instead of the process id of a dead server. That id may belong to another
 * program by now, and postgres would refuse to start. It ignores its parent’s id, so that is written instead. The rest
 * of the file is kept, because it shows whether old backends are still running. Requires the lock, and that no server
 * is running.
 */
export function forgetStalePid(pgData: string): void {
  const path = pidFilePath(pgData);
  if (!statIfExists(path)) return;
  const text = readFileSync(path, 'utf8');
  if (text.trim() === '') {
    unlinkSync(path); // left by a power loss; postgres refuses to start with an empty one
    return;
  }
  // The folder belongs to the unprivileged user, so root must not follow a link that was planted there.
  const fd = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    ftruncateSync(fd);
    writeSync(fd, text.replace(/^.*/, String(process.pid)));
  } finally {
    closeSync(fd);
  }
}

/** Returns what the running or dead server reports about itself, or undefined if there is no readable file. */
export function readPidFile(
  pgData: string,
): { pid: number; ready: boolean; port: number; socketDir: string } | undefined {
  try {
    const lines = readFileSync(pidFilePath(pgData), 'utf8').split('\n');
    const pid = Number.parseInt(lines[PID_LINE] ?? '', 10);
    const ready = (lines[STATUS_LINE] ?? '').startsWith('ready');
    return pid > 0 ? { pid, ready, port: Number(lines[PORT_LINE]), socketDir: lines[SOCKET_LINE] ?? '' } : undefined;
  } catch {
    return undefined;
  }
}

function pidFilePath(pgData: string): string {
  return join(pgData, 'postmaster.pid');
}

async function runInitdb({ dataDir, binariesDir, user }: Cluster, into: string): Promise<void> {
  const args = [
    `--pgdata=${into}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    // pg_trgm uses LC_CTYPE alone to recognize letters. With C it finds no trigrams in Chinese, Japanese or Korean.
    `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
  ];
  await withServerLog(dataDir, user, async (logFd, tail) => {
    const initdb = spawnGuarded(join(binariesDir, 'bin', 'initdb'), args, { user, logFd, onOwnerDeath: 'kill' });
    const exit = await initdb.exited;
    if (exit.code !== 0) throw initFailed(cannotRun(exit) ?? whyInitFailed(tail(), user), dataDir, exit.error);
  });
}

function initFailed(why: string, dataDir: string, cause: Error | undefined): EmbeddedPostgresError {
  const where = `The full output is in ${serverLogPath(dataDir)}.`;
  return new EmbeddedPostgresError('init_failed', `The database could not be created. ${why} ${where}`, { cause });
}

function whyInitFailed(output: string, user: RunUser): string {
  if (output.includes('could not look up effective user ID')) {
    return `PostgreSQL needs an entry in /etc/passwd for the user who creates the database, and ${user.name} has none. Start as a user who has one (in Docker: leave --user out), or set DATABASE_URL.`;
  }
  return `initdb said: ${output}`;
}

/** Returns the message for a program that couldn’t even be run, or undefined. */
export function cannotRun(exit: { code: number | null; error?: Error }): string | undefined {
  if (exit.error) return `The system could not start /bin/sh (${exit.error.message}).`;
  // The shell’s exit codes, not the program’s: its loader was not found, or it may not be executed.
  if (exit.code === 127) {
    return 'The bundled PostgreSQL does not run on this system: it needs glibc 2.27 or newer (not Alpine or another musl system). Set DATABASE_URL.';
  }
  if (exit.code === 126) {
    return 'The system does not let the bundled PostgreSQL run: is its folder mounted noexec? Set DATABASE_URL if so.';
  }
  return undefined;
}

/**
 * Fixes owner and mode of a database that belongs to another user: it was restored, or an earlier version ran it as
 * `nobody`. The folder itself comes last, so that a start that is killed in between is continued by the next one.
 */
function takeOver(pgData: string, user: RunUser): void {
  const { uid, mode } = statIfExists(pgData)!;
  if (user.stepDown && uid !== user.uid) {
    for (const name of readdirSync(pgData, { recursive: true }))
      lchownSync(join(pgData, String(name)), user.uid, user.gid);
    giveTo(pgData, user);
  }
  if (mode & 0o027) chmodSync(pgData, 0o700);
}

function giveTo(path: string, user: RunUser): void {
  if (!user.stepDown) return;
  try {
    chownSync(path, user.uid, user.gid);
  } catch (error) {
    throw new EmbeddedPostgresError(
      'wrong_user',
      `${path} could not be given to ${user.name}, the user that runs PostgreSQL (${error instanceof Error ? error.message : error}). Choose another folder with DATA_DIR, another user with EMBEDDED_PG_USER, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** Without this, a power loss could undo the rename after the first rows were acknowledged. */
function syncDir(dir: string): void {
  const fd = openSync(dir, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Deletes a path. What can’t be deleted now, because a dying initdb still writes to it, is deleted at the next start.
 */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  } catch {}
}
