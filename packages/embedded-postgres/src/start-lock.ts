import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, linkSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { makeDir, namesIn, orNotReachable } from './data-dir.ts';
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts';
import { isRoot } from './run-user.ts';

/** Held from before the first look at the database until it is stopped; the kernel frees it when the process dies. */
export interface DataDirLock {
  /** Lets the next process in. Safe to call twice. */
  release: () => void;
}

const CLAIM = /^owner-(\d+)\.sock$/;
const MAX_ATTEMPTS = 20;
/** Linux allows 107 bytes for the address of a socket, macOS 103; the longest name of ours takes 25. */
const LONGEST_SOCKET_DIR = 75;
const ANSWER_TIMEOUT_MS = 300;

/**
 * Makes this process the only one on the data folder.
 *
 * The owner listens on a Unix socket in `<data>/lock`; whether it lives is asked by connecting. So nothing has to be
 * guessed from process ids, which are used again, and which another container on the same volume cannot see.
 * Claims are numbered: only number n+1 may follow a dead number n, a name can be taken once, and the highest stays
 * behind when its owner goes. Two starts that both find a dead owner can therefore not both take its place.
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

/** It belongs to whom the data folder belongs, so that one start as root does not shut out its owner. */
function prepareLockDir(lockDir: string, dataDir: string): void {
  makeDir(lockDir, 0o700);
  if (!isRoot()) return;
  const { uid, gid } = statSync(dataDir);
  chownSync(lockDir, uid, gid);
}

/** @returns the listening server, or undefined when somebody else was faster */
async function claim(dir: string, number: number, dataDir: string): Promise<Server | undefined> {
  const temporary = join(dir, `new-${randomBytes(6).toString('hex')}.sock`);
  const server = await listen(temporary, dataDir);
  const name = claimName(number);
  try {
    // It listens before it gets its name, so a socket of that name which refuses connections is a dead one.
    linkSync(temporary, join(dir, name));
  } catch (error) {
    server.close();
    // EEXIST: the name was taken. ENOENT: a winner already swept the temporary one away.
    if (['EEXIST', 'ENOENT'].includes(systemErrorCode(error) ?? '')) return undefined;
    return orNotReachable(dataDir, () => {
      throw error;
    });
  }
  if (highestClaim(dir) !== number) {
    // We slept while others came and went: our number was free because a later one swept it.
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
      // The folder keeps others out; the mode lets a later owner ask a socket that root left behind.
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
    // A busy or frozen owner accepts, by the kernel, without answering: it lives, its id stays unknown.
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
      // Anything but a refusal leaves open whether somebody is there; two owners would be worse than none.
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

/** Another name for a folder whose path is too long for the address of a socket. The sockets still lie in it. */
function shortNameOf(dir: string): { dir: string; remove: () => void } {
  if (Buffer.byteLength(dir) <= LONGEST_SOCKET_DIR) return { dir, remove: () => {} };
  const folder = mkdtempSync('/tmp/skein-lock-');
  symlinkSync(dir, join(folder, 'd'));
  return { dir: join(folder, 'd'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
