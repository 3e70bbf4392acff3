import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** The system user that runs initdb and postgres. PostgreSQL refuses to run as root. */
export interface RunUser extends SystemUser {
  /** True if we are root and have to start PostgreSQL as another user. */
  readonly stepDown: boolean;
}

/** A user of the system, as of its passwd entry. */
export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** The users of a start as root. They are created if they are missing, so that they share nothing with other daemons. */
const DATABASE_USER = 'skein-db';
const SITE_USER = 'skein';
/** Runs PostgreSQL if no user can be created. Earlier versions always used it. */
const SHARED_USER = 'nobody';

/** Returns whether this process runs as root (never on Windows). */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Returns the user that runs PostgreSQL. An ordinary user runs it as themselves. Root runs it as `pgUser`
 * (EMBEDDED_PG_USER), otherwise as the owner of the existing database, otherwise as `skein-db`, which is created if it is
 * missing.
 *
 * @param dataOwner owner of the existing database folder, if there is one
 * @throws EmbeddedPostgresError `wrong_user`
 */
export function resolveRunUser(pgUser: string | undefined, dataOwner?: Stats): RunUser {
  return isRoot() ? resolveForRoot(pgUser, dataOwner) : resolveForOrdinary(pgUser, dataOwner);
}

function resolveForOrdinary(pgUser: string | undefined, dataOwner: Stats | undefined): RunUser {
  const uid = process.getuid?.() ?? -1;
  const user = { name: ownName(uid), uid, gid: process.getgid?.() ?? -1, stepDown: false };
  if (pgUser !== undefined && pgUser !== user.name) {
    throw new EmbeddedPostgresError(
      'wrong_user',
      `EMBEDDED_PG_USER is ${pgUser}, but only root can start PostgreSQL as another user, and this process runs as ${user.name}. Unset EMBEDDED_PG_USER, or start as ${pgUser}.`,
    );
  }
  if (dataOwner && dataOwner.uid !== uid) {
    throw new EmbeddedPostgresError(
      'wrong_user',
      `The database in the data folder belongs to ${nameOf(dataOwner.uid)}, but this process runs as ${user.name}. Start as that user or as root, give the whole data folder to ${user.name} (chown -R), or choose another one with DATA_DIR.`,
    );
  }
  return user;
}

function resolveForRoot(pgUser: string | undefined, dataOwner: Stats | undefined): RunUser {
  // A database owned by root comes from a restore or a copy. It’s given to the unprivileged user.
  const owner = dataOwner && dataOwner.uid !== 0 ? dataOwner : undefined;
  if (pgUser === undefined && owner) {
    return { name: nameOf(owner.uid), uid: owner.uid, gid: owner.gid, stepDown: true };
  }
  const own = pgUser === undefined ? findOrCreate(DATABASE_USER) : undefined;
  if (own) return { ...own, stepDown: true };
  const name = pgUser ?? SHARED_USER;
  const ids = lookUp(name);
  if (!ids) {
    throw new EmbeddedPostgresError(
      'wrong_user',
      `PostgreSQL does not run as root, and there is no user ${name} on this system. Set EMBEDDED_PG_USER to an existing unprivileged user, or set DATABASE_URL.`,
    );
  }
  if (ids.uid === 0) {
    throw new EmbeddedPostgresError(
      'wrong_user',
      `PostgreSQL does not run as root, and EMBEDDED_PG_USER is ${name}. Set it to an unprivileged user, or unset it.`,
    );
  }
  if (owner && owner.uid !== ids.uid) {
    throw new EmbeddedPostgresError(
      'wrong_user',
      `EMBEDDED_PG_USER is ${name}, but the database in the data folder belongs to ${nameOf(owner.uid)}. Unset EMBEDDED_PG_USER, or give the database to ${name} (chown -R).`,
    );
  }
  return { name, ...ids, stepDown: true };
}

/**
 * Returns the user as whom a process that was started as root goes on, after it has started the database: `runAs`
 * (RUN_AS), otherwise the owner of an existing database that was made without root, otherwise `skein`, which is created if
 * it is missing. Null if the process isn’t root, if `runAs` is `root`, or if there is no user and none can be created.
 *
 * @param dataOwner owner of the existing database folder, if there is one
 * @throws EmbeddedPostgresError `wrong_user`
 */
export function resolveSiteUser(runAs: string | undefined, dataOwner?: Stats): SystemUser | null {
  if (!isRoot() || runAs === 'root') return null;
  if (runAs !== undefined) {
    const ids = lookUp(runAs);
    if (ids && ids.uid !== 0) return { name: runAs, ...ids };
    throw new EmbeddedPostgresError(
      'wrong_user',
      `RUN_AS is ${runAs}, but there is no unprivileged user of this name on this system. Create it, or unset RUN_AS.`,
    );
  }
  const ownUid = lookUp(DATABASE_USER)?.uid;
  if (dataOwner && dataOwner.uid !== 0 && dataOwner.uid !== ownUid)
    return { name: nameOf(dataOwner.uid), uid: dataOwner.uid, gid: dataOwner.gid };
  return findOrCreate(SITE_USER) ?? null;
}

/** Returns whether earlier versions may have made this folder for the shared user. */
export function isOfSharedUser(found: Stats | undefined): boolean {
  return found !== undefined && found.uid === lookUp(SHARED_USER)?.uid;
}

/** Returns a user of ours, or undefined if it can’t be created, as on macOS. */
function findOrCreate(name: string): SystemUser | undefined {
  const found = lookUp(name);
  if (found || process.platform !== 'linux') return found && { name, ...found };
  const args = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  // Fails if another start creates it at the same time.
  spawnSync('useradd', [...args, '--shell', '/usr/sbin/nologin', name], {
    stdio: 'ignore',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  });
  const created = lookUp(name);
  return created && { name, ...created };
}

/** Returns options for `spawn` and `spawnSync` that run the child as this user. */
export function spawnIdentity(user: RunUser | SystemUser): { uid?: number; gid?: number } {
  // Node requires signed 32-bit numbers: `nobody` is -2 on macOS.
  return !('stepDown' in user) || user.stepDown ? { uid: user.uid | 0, gid: user.gid | 0 } : {};
}

/**
 * Returns the folder that prevents `user` from entering `dir` (itself or a parent), or undefined if there is none.
 * Parts of the path that don’t exist yet are ignored, because we create them.
 */
export function findObstacle(dir: string, user: RunUser | SystemUser): string | undefined {
  let existing = dir;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  const path: string[] = [realpathSync(existing)];
  while (dirname(path[0]!) !== path[0]) path.unshift(dirname(path[0]!));
  return path.find((folder) => !mayEnter(folder, user));
}

function mayEnter(folder: string, user: RunUser | SystemUser): boolean {
  if ('stepDown' in user && !user.stepDown) {
    try {
      accessSync(folder, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  }
  const { mode, uid, gid } = statSync(folder);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if (mode & bit) return true;
  // Access control lists may still allow the user to enter. Trying is the only way to find out.
  const attempt = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...spawnIdentity(user),
    cwd: '/',
    stdio: 'ignore',
  });
  return attempt.status === 0;
}

interface PasswdEntry {
  name: string;
  uid: number;
  gid: number;
}

function passwdEntries(): PasswdEntry[] {
  const text = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  return text
    .split('\n')
    .filter((line) => /^[^#:]+:/.test(line))
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }));
}

function lookUp(name: string): { uid: number; gid: number } | undefined {
  const entry = passwdEntries().find((candidate) => candidate.name === name);
  if (entry) return { uid: entry.uid, gid: entry.gid };
  // Users of a directory service, and all ordinary users on macOS, are not in the file.
  const uid = idOf('-u', name);
  const gid = idOf('-g', name);
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, '--', name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) >>> 0 : undefined;
}

export function nameOf(uid: number): string {
  return passwdEntries().find((entry) => entry.uid === uid)?.name ?? `user ${uid}`;
}

function ownName(uid: number): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${uid}`; // `docker run --user 12345`: there is no entry anywhere
  }
}
