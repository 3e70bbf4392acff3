import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
} from 'node:fs';
import { flushCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import type { SystemUser } from '@skein/embedded-postgres';
import { SECOND } from '#core/time.ts';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log/log.ts';
import { placesForBackups } from './backup/places.ts';

const CHECKOUT = join(import.meta.dirname, '../..');
/** A file of each kind that the site reads after its start. */
const READ_LATER = ['package.json', 'node_modules/zod/package.json', 'migrations', 'build/stamp'];
/** What the site writes to in the data folder. The rest belongs to the database and to root. */
const OWN_FILES = [
  ...['secret-key', 'secret-key-previous', 'images', 'outbox', 'exports', 'erased', 'backups', 'checks'],
  // Of earlier versions.
  'erased-accounts',
];

/** How long a command may take that asks the system about a user. It may ask a directory on the network. */
const PATIENCE_MS = 20 * SECOND;

/** True if this process may still read and write everything. */
export const isRoot = () => process.getuid?.() === 0;

/**
 * Turns a process that was started as root into one of the user of the site, for good (decision 074). Called once
 * everything is opened that only root can open: the port, and the database as the owner of its tables. The files of the
 * site in the data folder are given to the user. If that user can’t read the program, the process stays root and warns.
 */
export function stepDown(user: SystemUser | null, config: Config, log: Log): void {
  if (!isRoot()) return;
  const why = user ? whyNot(user) : 'There is no user to run as.';
  if (!user || why !== null) {
    giveFiles(config.dataDir, { uid: 0, gid: 0 }, false);
    if (config.runAs !== 'root') log.warn(`Skein keeps running as root, which it does not need. ${why}`);
    return;
  }
  openFolder(config.dataDir, user);
  giveFiles(config.dataDir, user, true);
  giveBackups(config, user);
  // It can’t be written later.
  flushCompileCache();
  process.setgroups!(groupsOf(user));
  process.setgid!(user.gid);
  process.setuid!(user.uid);
  process.env.HOME = config.dataDir;
}

function groupsOf({ name, gid }: SystemUser): number[] {
  const { status, stdout } = spawnSync('id', ['-G', '--', name], { encoding: 'utf8', timeout: PATIENCE_MS });
  return status === 0 ? stdout.trim().split(' ').map(Number) : [gid];
}

/** Lets the user create files in a data folder of root, as the start of the embedded database does. */
function openFolder(dataDir: string, { gid }: SystemUser): void {
  mkdirSync(dataDir, { recursive: true });
  if (lstatSync(dataDir).uid !== 0) return;
  chownSync(dataDir, 0, gid);
  chmodSync(dataDir, 0o1771);
}

/** Returns a sentence that says what the user can’t read and what to do about it, or null. */
function whyNot(user: SystemUser): string | null {
  // Also the program that other web processes run.
  const paths = [process.execPath, ...READ_LATER.map((path) => join(CHECKOUT, path))];
  const script = 'for path; do [ -e "$path" ] && [ ! -r "$path" ] && exit 1; done; [ -r "$1" ] && [ -r "$2" ]';
  const { status, error } = spawnSync('/bin/sh', ['-c', script, 'sh', ...paths], {
    uid: user.uid,
    gid: user.gid,
    cwd: '/',
    stdio: 'ignore',
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  if (status === 0) return null;
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT')
    return `The system didn’t say within ${PATIENCE_MS / SECOND} s whether the user ${user.name} can read ${CHECKOUT}. Look at its disk or network folder, and restart.`;
  return `The user ${user.name} can’t read ${CHECKOUT}. Move it to a folder that others can enter, such as /srv, or let them read it (chmod o+rX).`;
}

/**
 * Gives files of the data folder that belong to root to a user. Only looks into folders of root. Without `deep`, only
 * marks the folders, so that the next start looks into them.
 */
export function giveFiles(dataDir: string, { uid, gid }: Pick<SystemUser, 'uid' | 'gid'>, deep: boolean): void {
  for (const name of OWN_FILES) {
    const path = join(dataDir, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found || found.uid === uid || (deep && found.uid !== 0)) continue;
    if (deep) give(path, uid, gid);
    else lchownSync(path, uid, gid);
  }
}

/** Gives the folder for backups, which the user may be unable to create, and those in it that root made. */
function giveBackups(config: Config, { uid, gid }: SystemUser): void {
  const [place = ''] = placesForBackups(config);
  const isVolume = lstatSync(config.dataDir).dev !== lstatSync(dirname(config.dataDir)).dev;
  if (config.backup.to === null && isVolume) return;
  if (config.backup.every !== null) mkdirSync(place, { recursive: true, mode: 0o700 });
  if (lstatSync(place, { throwIfNoEntry: false })?.uid !== 0) return;
  for (const name of readdirSync(place)) if (/^\d{4}-\d\d-\d\dT/.test(name)) give(join(place, name), uid, gid);
  lchownSync(place, uid, gid);
}

/**
 * Gives a file of root to the user, or all that root owns in a folder. The user may have filled the folder and may change
 * it at the same time. So links aren’t followed, a file with a second name stays with root, and the owner is changed
 * through the handle that was examined.
 */
function give(path: string, uid: number, gid: number): void {
  const entry = openEntry(path);
  if (entry === null) return;
  try {
    const found = fstatSync(entry);
    // Its content first: if this is interrupted, the folder still belongs to root.
    if (found.isDirectory())
      for (const name of readdirSync(`/proc/self/fd/${entry}`)) give(`/proc/self/fd/${entry}/${name}`, uid, gid);
    if (found.uid === 0 && (found.isDirectory() || (found.isFile() && found.nlink === 1))) fchownSync(entry, uid, gid);
  } finally {
    closeSync(entry);
  }
}

/** Returns null for links, for files that no longer exist, and for what can’t be opened, such as a socket. */
function openEntry(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (['ELOOP', 'ENOENT', 'ENXIO'].includes(String((error as NodeJS.ErrnoException).code))) return null;
    throw error;
  }
}
