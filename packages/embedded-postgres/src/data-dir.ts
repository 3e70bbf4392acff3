import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  mkdirSync,
  readdirSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts';
import { findObstacle, isRoot, type RunUser, resolveRunUser, type SystemUser } from './run-user.ts';

/** Where root stores what can’t be in a checkout: the copied binaries, and data folders that had to move. */
export const SYSTEM_DIR = '/var/lib/skein';

export interface DataDirChoice {
  /** Absolute path of the data folder to use. It may not exist yet. */
  readonly dir: string;
  /** True if `dir` is not the wanted folder. The startup output says so, with `reason`. */
  readonly moved: boolean;
  readonly reason?: string;
}

/**
 * Chooses the folder for all of Skein’s data (product §14): the wanted one, or, if this process is root and
 * PostgreSQL’s unprivileged user can’t enter that, `/var/lib/skein/<hash of the checkout’s path>`. Creates nothing. A
 * folder that already contains a database is never abandoned for an empty one, because a change of permissions between
 * two starts must not look like lost data.
 *
 * @param wanted absolute path (DATA_DIR)
 * @throws EmbeddedPostgresError `wrong_user` if the unprivileged user doesn’t exist
 */
export function chooseDataDir(
  wanted: string,
  options: { checkoutDir: string; pgUser?: string; siteUser?: SystemUser | null; systemDir?: string },
): DataDirChoice {
  const stay = { dir: wanted, moved: false };
  if (!isRoot() || databasesIn(wanted).length > 0) return stay;

  const elsewhere = join(options.systemDir ?? SYSTEM_DIR, placeHash(wanted, options.checkoutDir));
  if (databasesIn(elsewhere).length > 0) {
    return { dir: elsewhere, moved: true, reason: `The database that belongs to ${wanted} is in ${elsewhere}.` };
  }
  for (const user of [resolveRunUser(options.pgUser), options.siteUser]) {
    const obstacle = user ? findObstacle(wanted, user) : undefined;
    if (!user || obstacle === undefined) continue;
    const reason = `Skein and PostgreSQL do not run as root, and ${user.name}, the user that runs one of them instead, may not enter ${obstacle}; so all data is stored in ${elsewhere}.`;
    return { dir: elsewhere, moved: true, reason };
  }
  return stay;
}

/**
 * The default folder of a checkout is identified by the path of the checkout. Any other DATA_DIR gets a separate
 * folder.
 */
function placeHash(wanted: string, checkoutDir: string): string {
  const isDefault = resolve(wanted) === resolve(checkoutDir, 'data');
  const name = isDefault ? resolve(checkoutDir) : resolve(wanted);
  return createHash('sha256').update(name).digest('hex').slice(0, 12);
}

/** Returns the PostgreSQL major versions of the databases in a data folder: usually `[18]`, empty if there is none. */
export function databasesIn(dataDir: string): number[] {
  return namesIn(dataDir)
    .map((name) => /^pg(\d+)$/.exec(name)?.[1])
    .filter((major) => major !== undefined)
    .map(Number);
}

/** Returns the names in a folder. Empty if it doesn’t exist or can’t be read. */
export function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** Like `statSync`, but returns undefined for a path that doesn’t exist or that we may not access. */
export function statIfExists(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Creates a folder and its missing parents, all with exactly this mode, regardless of the umask. */
export function makeDir(dir: string, mode: number): void {
  if (statIfExists(dir)) return;
  makeDir(dirname(dir), mode);
  try {
    mkdirSync(dir);
    chmodSync(dir, mode);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}

/**
 * Creates the data folder if needed and makes sure that `user` can enter it. The user of the site can create files in it,
 * but not rename or replace what belongs to others, such as the database.
 *
 * @returns its real path, because PostgreSQL and the checks of /proc must use the same one
 * @throws EmbeddedPostgresError `data_dir_not_reachable`, with the blocking folder and the remedy
 */
export function prepareDataDir(dataDir: string, user: RunUser, siteUser: SystemUser | null): string {
  for (const { name, obstacle } of [
    { name: `${user.name}, the user that runs PostgreSQL,`, obstacle: findObstacle(dataDir, user) },
    {
      name: `${siteUser?.name}, the user that serves requests,`,
      obstacle: siteUser && findObstacle(dataDir, siteUser),
    },
  ])
    if (obstacle) {
      throw new EmbeddedPostgresError(
        'data_dir_not_reachable',
        `The data folder ${dataDir} cannot be used: ${name} may not enter ${obstacle}. Choose another folder with DATA_DIR, give access to it (chmod o+x ${obstacle}), or set DATABASE_URL.`,
      );
    }
  return orNotReachable(dataDir, () => {
    // As root, others may only pass through, because images and secrets are in the same folder.
    makeDir(dataDir, user.stepDown ? 0o711 : 0o700);
    if (siteUser) {
      const isOne = siteUser.uid === user.uid;
      chownSync(dataDir, isOne ? user.uid : 0, siteUser.gid);
      chmodSync(dataDir, isOne ? 0o711 : 0o1771);
    }
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  });
}

/** Runs file operations in the data folder. Errors of the system become `data_dir_not_reachable`. */
export function orNotReachable<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined || error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(
      'data_dir_not_reachable',
      `The data folder ${dataDir} cannot be written (${error instanceof Error ? error.message : code}). Choose another one with DATA_DIR, or fix its permissions.`,
      { cause: error },
    );
  }
}
