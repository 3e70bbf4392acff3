import { createHash } from 'node:crypto';
import { accessSync, chmodSync, constants, mkdirSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts';
import { findObstacle, isRoot, type RunUser, resolveRunUser } from './run-user.ts';

/** Where root keeps what may not lie in a checkout: the copied binaries, and data folders that had to move. */
export const SYSTEM_DIR = '/var/lib/skein';

export interface DataDirChoice {
  /** Absolute path of the data folder to use. It may not exist yet. */
  readonly dir: string;
  /** True when `dir` is not the wanted folder. The start tells the user so, with `reason`. */
  readonly moved: boolean;
  readonly reason?: string;
}

/**
 * Where Skein keeps everything (product §14): the wanted folder; as root, where PostgreSQL's unprivileged user cannot
 * enter it, `/var/lib/skein/<hash of the checkout's path>`. Creates nothing. A place that already holds a database
 * is never left for an empty one: permissions that changed between two starts must not look like lost data.
 *
 * @param wanted absolute path (DATA_DIR)
 * @throws EmbeddedPostgresError `wrong_user` when the unprivileged user does not exist
 */
export function chooseDataDir(
  wanted: string,
  options: { checkoutDir: string; pgUser?: string; systemDir?: string },
): DataDirChoice {
  const stay = { dir: wanted, moved: false };
  if (!isRoot() || databasesIn(wanted).length > 0) return stay;

  const elsewhere = join(options.systemDir ?? SYSTEM_DIR, placeHash(wanted, options.checkoutDir));
  if (databasesIn(elsewhere).length > 0) {
    return { dir: elsewhere, moved: true, reason: `The database that belongs to ${wanted} is in ${elsewhere}.` };
  }
  const user = resolveRunUser(options.pgUser);
  const obstacle = findObstacle(wanted, user);
  if (obstacle === undefined) return stay;
  return {
    dir: elsewhere,
    moved: true,
    reason: `PostgreSQL does not run as root, and ${user.name}, as whom it runs instead, may not enter ${obstacle}; so all data is kept in ${elsewhere}.`,
  };
}

/** The default folder of a checkout is known by the checkout; another DATA_DIR of the same checkout gets its own. */
function placeHash(wanted: string, checkoutDir: string): string {
  const isDefault = resolve(wanted) === resolve(checkoutDir, 'data');
  const name = isDefault ? resolve(checkoutDir) : resolve(wanted);
  return createHash('sha256').update(name).digest('hex').slice(0, 12);
}

/** PostgreSQL major versions of the databases in a data folder, `[18]` as a rule; empty when there is none. */
export function databasesIn(dataDir: string): number[] {
  return namesIn(dataDir)
    .map((name) => /^pg(\d+)$/.exec(name)?.[1])
    .filter((major) => major !== undefined)
    .map(Number);
}

/** Names in a folder; none when it does not exist or cannot be read. */
export function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** Like `statSync`, but undefined for what does not exist or lies where we may not look. */
export function statIfExists(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Creates a folder and the missing ones above it, all with exactly this mode whatever the umask is. */
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
 * Creates the data folder if needed and makes sure that `user` can get there.
 *
 * @returns its real path: PostgreSQL and the checks of /proc must see the same one
 * @throws EmbeddedPostgresError `data_dir_not_reachable`, naming the folder in the way and the remedy
 */
export function prepareDataDir(dataDir: string, user: RunUser): string {
  const obstacle = findObstacle(dataDir, user);
  if (obstacle !== undefined) {
    throw new EmbeddedPostgresError(
      'data_dir_not_reachable',
      `The data folder ${dataDir} cannot be used: ${user.name}, as whom PostgreSQL runs, may not enter ${obstacle}. Choose another folder with DATA_DIR, let ${user.name} pass (chmod o+x ${obstacle}), or set DATABASE_URL.`,
    );
  }
  return orNotReachable(dataDir, () => {
    // As root only passing through is granted: images and secrets lie in the same folder.
    makeDir(dataDir, user.stepDown ? 0o711 : 0o700);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  });
}

/** Runs file work in the data folder; what the system refuses becomes `data_dir_not_reachable`. */
export function orNotReachable<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined || error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(
      'data_dir_not_reachable',
      `The data folder ${dataDir} cannot be written (${error instanceof Error ? error.message : code}). Choose another one with DATA_DIR, or mend its permissions.`,
      { cause: error },
    );
  }
}
