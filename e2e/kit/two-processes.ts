import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { findRunningPostgres } from '@skein/embedded-postgres';
import { loadSecretKey } from '#platform/secret-keys.ts';
import { startSiteProcess } from '#testing/site-process.ts';
import { urlOf } from '#testing/test-server.ts';
import { memoryFolder } from '../../tools/memory-folder.ts';
import type { SiteAddress } from './site-deps.ts';

export interface TwoProcesses {
  /** URL of a balancer: the site gets what is posted, and the second process everything else. */
  readonly url: string;
  /** Keeps news of changes from the second process. */
  hold: () => void;
  /** Delivers them. */
  release: () => void;
  /** Resolves when the second process is next asked for this path. */
  asked: (path: string) => Promise<void>;
  close: () => Promise<void>;
}

async function portOf(server: ReturnType<typeof createServer> | ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return (server.address() as AddressInfo).port;
}

/** Connects to the database of the site. News of changes waits while it is held. */
async function openEar(socket: string) {
  let held: (() => void)[] | null = null;
  const sockets = new Set<Socket>();
  const server = createTcpServer((client) => {
    const database = connect(socket);
    let isEar = false;
    client.once('data', (greeting) => {
      isEar = greeting.includes('skein listen');
    });
    client.pipe(database);
    database.on('data', (told) => {
      if (isEar && held) held.push(() => client.write(told));
      else client.write(told);
    });
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
    }
  });
  return {
    port: await portOf(server),
    hold() {
      held ??= [];
    },
    release() {
      const waiting = held ?? [];
      held = null;
      for (const deliver of waiting) deliver();
    },
    close() {
      server.close();
      for (const each of sockets) each.destroy();
    },
  };
}

/** Starts a second process on the database of the site, and a balancer in front of both. */
export async function twoProcesses(site: SiteAddress): Promise<TwoProcesses> {
  const running = findRunningPostgres(site.dataDir);
  if (!running) throw new Error(`No database is running in ${site.dataDir}`);
  const { socketDir, port: databasePort, user, database } = running;
  const ear = await openEar(`${socketDir}/.s.PGSQL.${databasePort}`);
  const dataDir = await mkdtemp(join(memoryFolder(), 'skein-second-'));
  const second = await startSiteProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf({ host: '127.0.0.1', port: ear.port, user, database }),
    SECRET_KEY: await loadSecretKey(site.dataDir),
    ROLE: 'web',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  });
  const waiting = new Map<string, () => void>();
  const balancer = createServer((asked, answered) => {
    const { method, url: path, headers } = asked;
    const { port } = new URL(method === 'POST' ? site.url : second.url);
    const passed = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      answered.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(answered);
    });
    passed.on('error', () => answered.destroy());
    answered.on('close', () => passed.destroy());
    asked.pipe(passed);
    if (method === 'GET') waiting.get(path!)?.();
  });
  const url = `http://localhost:${await portOf(balancer)}`;
  return {
    url,
    hold: ear.hold,
    release: ear.release,
    asked: (path) => new Promise((resolve) => waiting.set(path, resolve)),
    async close() {
      ear.release();
      balancer.close();
      balancer.closeAllConnections();
      await second.stop();
      ear.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
