import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectionSettings } from '#platform/db/database.ts';
import { withClient } from '#platform/db/with-client.ts';
import { memoryFolder } from '../../tools/memory-folder.ts';
import { copyServer, databaseFolder } from './base-backup.ts';
import type { TestServer } from './test-server.ts';

/** Returns what a primary needs, see `startTestServer`. As root, only the site could connect otherwise. */
export async function primarySettings(): Promise<Readonly<Record<string, string>>> {
  const file = join(await mkdtemp(join(tmpdir(), 'skein-access-')), 'hba.conf');
  await writeFile(file, 'local all all trust\nlocal replication all trust\n');
  await chmod(dirname(file), 0o755);
  // A replica only gets what was written, which may take 200 ms after other commits.
  const asOnASite = { synchronous_commit: 'on' };
  return { hba_file: file, wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '64MB', ...asOnASite };
}

const PORT = 5432;
/** In ms. */
const PATIENCE = 20_000;

/** A streaming replica of a test server. */
export interface Standby {
  readonly settings: ConnectionSettings;
  /** Runs a statement as its superuser. */
  query: (text: string) => Promise<unknown>;
  /** Stops all its processes without ending them, or lets them go on. */
  signal: (signal: 'SIGSTOP' | 'SIGCONT') => void;
  stop: () => Promise<void>;
}

/** Returns the processes of a server: its postmaster and what that has started. */
function processesOf(postmaster: number): number[] {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const all = list.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return [postmaster, ...all.filter(([, parent]) => parent === postmaster).map(([pid]) => pid!)];
}

/** Starts a streaming replica of a server that was started with `primarySettings`. */
export async function startStandby({ settings: primary, dataDir }: TestServer): Promise<Standby> {
  const root = await mkdtemp(join(memoryFolder(), 'skein-standby-'));
  // As root, the database runs as another user, who must be able to enter the folder.
  await chmod(root, 0o711);
  const source = databaseFolder(dataDir);
  const data = join(root, 'data');
  const sockets = join(root, 'run');
  await mkdir(sockets);
  await withClient(primary, 'copy', (client) => copyServer(client, source, data));
  await writeFile(join(data, 'standby.signal'), '');
  const { uid, gid } = await stat(source);
  await chown(sockets, uid, gid);
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${uid}:${gid}`, data]);
  await chmod(data, 0o700);
  // The program of the primary, which root has copied to where that user may run it.
  const [program] = (await readFile(join(source, 'postmaster.opts'), 'utf8')).split(' ');
  const flags = {
    port: String(PORT),
    listen_addresses: '',
    unix_socket_directories: sockets,
    primary_conninfo: `host=${primary.host} port=${primary.port} user=${primary.user}`,
    dynamic_shared_memory_type: 'mmap',
    io_method: 'sync',
    max_connections: '200',
    fsync: 'off',
    // The user of the primary may be another one.
    unix_socket_permissions: '0777',
  };
  const server: ChildProcess = spawn(
    program!,
    ['-D', data, ...Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      stdio: ['ignore', 'ignore', process.env.TEST_LOG ? 'inherit' : 'ignore'],
      ...(process.getuid?.() === 0 ? { uid, gid } : {}),
    },
  );
  const end = () => void server.kill('SIGQUIT');
  process.on('exit', end);
  const settings = { ...primary, host: sockets, port: PORT };
  const query = (text: string) => withClient(settings, 'standby', async (client) => (await client.query(text)).rows);
  for (const begun = Date.now(); ; await delay(50)) {
    try {
      await query('select 1');
      break;
    } catch (error) {
      if (server.exitCode !== null || Date.now() - begun > PATIENCE) throw error;
    }
  }
  return {
    settings,
    query,
    signal(signal) {
      for (const pid of processesOf(server.pid!)) process.kill(pid, signal);
    },
    async stop() {
      process.off('exit', end);
      if (server.exitCode === null && server.signalCode === null) {
        const gone = once(server, 'exit');
        server.kill('SIGQUIT');
        await gone;
      }
      await rm(root, { recursive: true, force: true });
    },
  };
}
