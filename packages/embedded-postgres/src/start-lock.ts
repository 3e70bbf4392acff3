import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, linkSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { makeDir, namesIn, orNotReachable } from './data-dir.ts';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts';
import { isRoot } from './run-user.ts';

/**
 * Held from before the first access to the database until it’s stopped. The kernel releases it when the process dies.
 */
export interface DataDirLock {
  /** Releases the lock. Safe to call twice. */
  release: () => void;
}

const CLAIM = /^owner-(\d+)\.sock$/;
const MAX_ATTEMPTS = 20;
/** Linux allows 107 bytes for the address of a socket, macOS 103. Our longest file name takes 25. */
const LONGEST_SOCKET_DIR = 75;
const ANSWER_TIMEOUT_MS = 300;

/**
 * Locks the data folder for this process.
 *
 * The owner listens on a Unix socket in `<data>/lock`. Others check whether it’s alive by connecting. Process ids would
 * be unreliable: they are reused, and invisible from another container on the same volume. Claims are numbered. Only
 * number n+1 can follow a dead number n, each name can be taken only once, and the file with the highest number remains
 * when its owner exits. So two starts that both find a dead owner can’t both replace it.
 *
 * @param dataDir existing folder that this process can write
 * @throws EmbeddedPostgresError `already_running`, `data_dir_not_reachable`
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const lockDir = join(dataDir, 'lock');
  orNotReachable(dataDir, () => prepareLockDir(lockDir, dataDir));
  const short = shortNameOf(lockDir);
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const highest = highestClaim(short.dir);
      if (highest > 0) {
        const owner = await askOwner(join(short.dir, claimName(highest)));
        if (owner === 'dying') continue;
        if (owner !== 'dead') throw alreadyRunning(dataDir, owner.pid);
      }
      const server = await claim(short.dir, highest + 1, dataDir);
      if (server) return { release: () => void server.close() };
    }
    throw alreadyRunning(dataDir);
  } finally {
    short.remove();
  }
}

/** Owned by the owner of the data folder, so that one start as root doesn’t lock them out. */
function prepareLockDir(lockDir: string, dataDir: string): void {
  makeDir(lockDir, 0o700);
  if (!isRoot()) return;
  const { uid, gid } = statSync(dataDir);
  chownSync(lockDir, uid, gid);
}

/** @returns the listening server, or undefined if another process was faster */
async function claim(dir: string, number: number, dataDir: string): Promise<Server | undefined> {
  const temporary = join(dir, `new-${randomBytes(6).toString('hex')}.sock`);
  const server = await listen(temporary, dataDir);
  const name = claimName(number);
  try {
    // It listens before it gets its name, so a socket with such a name that refuses connections is dead.
    linkSync(temporary, join(dir, name));
  } catch (error) {
    server.close();
    // EEXIST: the name was taken. ENOENT: a winner has already deleted the temporary file.
    if (['EEXIST', 'ENOENT'].includes(systemErrorCode(error) ?? '')) return undefined;
    return orNotReachable(dataDir, () => {
      throw error;
    });
  }
  if (highestClaim(dir) !== number) {
    // This process was delayed: the number was free only because a later owner has deleted its file.
    rmSync(join(dir, name), { force: true });
    server.close();
    return undefined;
  }
  for (const other of namesIn(dir)) if (other !== name) rmSync(join(dir, other), { force: true });
  return server;
}

function listen(path: string, dataDir: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(String(process.pid));
    });
    server.once('error', (error) => {
      try {
        orNotReachable(dataDir, () => {
          throw error;
        });
      } catch (translated) {
        reject(translated);
      }
    });
    server.listen(path, () => {
      // The folder keeps other users out. The mode lets a later owner connect to a socket that root left behind.
      chmodSync(path, 0o666);
      server.unref();
      resolve(server);
    });
  });
}

type Owner = { pid?: number } | 'dead' | 'dying';

function askOwner(path: string): Promise<Owner> {
  return new Promise((resolve) => {
    let connected = false;
    let answer = '';
    const socket = connect(path);
    const finish = (owner: Owner) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(owner);
    };
    // The kernel accepts connections for a busy or frozen owner, which doesn’t answer. It’s alive; its id is unknown.
    const timer = setTimeout(() => finish({}), ANSWER_TIMEOUT_MS);
    socket.setEncoding('utf8');
    socket.on('connect', () => {
      connected = true;
    });
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => finish(answer === '' ? 'dying' : { pid: Number(answer) }));
    socket.on('error', (error) => {
      if (connected) finish('dying');
      // Any error other than a refusal leaves open whether there is an owner. Two owners would be worse than none.
      else finish(['ECONNREFUSED', 'ENOENT'].includes(systemErrorCode(error) ?? '') ? 'dead' : {});
    });
  });
}

function highestClaim(dir: string): number {
  return Math.max(0, ...namesIn(dir).map((name) => Number(CLAIM.exec(name)?.[1] ?? 0)));
}

function claimName(number: number): string {
  return `owner-${number}.sock`;
}

function alreadyRunning(dataDir: string, pid?: number): EmbeddedPostgresError {
  const who = pid === undefined ? '' : ` (process ${pid})`;
  return new EmbeddedPostgresError(
    'already_running',
    `Skein already runs on the data folder ${dataDir}${who}. Stop it first, or give this one a folder of its own with DATA_DIR.`,
  );
}

/**
 * Returns a shorter name for a folder whose path is too long for the address of a socket. The sockets are still created
 * in the folder itself.
 */
function shortNameOf(dir: string): { dir: string; remove: () => void } {
  if (Buffer.byteLength(dir) <= LONGEST_SOCKET_DIR) return { dir, remove: () => {} };
  const folder = mkdtempSync('/tmp/skein-lock-');
  symlinkSync(dir, join(folder, 'd'));
  return { dir: join(folder, 'd'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
