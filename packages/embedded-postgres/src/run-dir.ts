import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orNotReachable } from './data-dir.ts';
import { systemErrorCode } from './embedded-postgres-error.ts';
import type { RunUser, SystemUser } from './run-user.ts';

/** With the names of the socket and its lock, this still fits into the 103 bytes of macOS. */
const LONGEST_RUN_DIR = 85;

/** The folder of the database’s socket. Only the run user, the user of the site and root can enter it. */
export interface RunDir {
  readonly dir: string;
  /** Deletes it if it’s outside the data folder. */
  remove: () => void;
}

/**
 * Creates `<data>/run`, or a folder in the system’s temporary folder if that path is too long for a socket.
 *
 * @throws EmbeddedPostgresError `data_dir_not_reachable`
 */
export function prepareRunDir(dataDir: string, user: RunUser, siteUser: SystemUser | null): RunDir {
  const wanted = join(dataDir, 'run');
  return orNotReachable(dataDir, () => {
    if (Buffer.byteLength(wanted) <= LONGEST_RUN_DIR) return { dir: ownDir(wanted, user, siteUser), remove: () => {} };
    const dir = temporaryRunDir(dataDir, user, siteUser);
    return { dir, remove: () => removeIfAllowed(dir) };
  });
}

/**
 * Deletes sockets and socket locks of a dead server. A lock whose process id has been reused would prevent postgres
 * from starting. The database itself is protected by the data folder’s lock, which we hold, and by `postmaster.pid`.
 */
export function emptyRunDir(dir: string): void {
  for (const name of readdirSync(dir)) rmSync(join(dir, name), { recursive: true, force: true });
}

/** A process that is no longer root can’t. The next start uses the folder again. */
function removeIfAllowed(dir: string): void {
  try {
    rmSync(dir, { recursive: true, force: true });
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) throw error;
  }
}

function ownDir(dir: string, user: RunUser, siteUser: SystemUser | null): string {
  try {
    mkdirSync(dir, 0o700);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
  chmodSync(dir, 0o700);
  if (user.stepDown) chownSync(dir, user.uid, siteUser?.gid ?? user.gid);
  if (siteUser) chmodSync(dir, 0o710);
  return dir;
}

/**
 * Uses the same name each time, so that kills leave only one folder behind. Another name if another user owns that one.
 */
function temporaryRunDir(dataDir: string, user: RunUser, siteUser: SystemUser | null): string {
  // Root’s TMPDIR may be closed to the run user, and a very long one wouldn’t help.
  const base = user.stepDown || Buffer.byteLength(tmpdir()) > 50 ? '/tmp' : tmpdir();
  const name = join(base, `skein-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
  try {
    mkdirSync(name, 0o700);
    return ownDir(name, user, siteUser);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
  const found = lstatSync(name);
  if (found.isDirectory() && found.uid === user.uid && (found.mode & 0o067) === 0) return ownDir(name, user, siteUser);
  return ownDir(mkdtempSync(`${name}-`), user, siteUser);
}
