import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { bundleChild } from '#testing/child-bundle.ts';
import { COMPILE_CACHE } from '#testing/compile-cache.ts';
import type { TestApp } from '#testing/test-app.ts';
import { urlOf } from '#testing/test-server.ts';

/** The site in its own process that can be killed, on the database of a test app that watches from outside. */
export interface KillableSite {
  /** Where it listens. Null while it isn’t running. */
  readonly url: string | null;
  start: () => Promise<void>;
  /** Kills it, and waits until nothing that it had started is left in the database. */
  kill: () => Promise<void>;
  /** Releases the jobs of the killed process, as after 30 s of silence. */
  freeJobs: () => Promise<void>;
  /** Kills it and deletes its data folder. */
  end: () => Promise<void>;
}

export async function killableSite(app: TestApp, env: Record<string, string> = {}): Promise<KillableSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skein-kill-'));
  const program = await bundleChild(join(import.meta.dirname, 'kill.test-child.ts'));
  let server: { url: string; child: ChildProcess } | null = null;
  const site: KillableSite = {
    get url() {
      return server?.url ?? null;
    },
    async start() {
      const child = spawn(process.execPath, [program], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          ...process.env,
          ...COMPILE_CACHE,
          NODE_ENV: 'production',
          PORT: '0',
          HOST: '127.0.0.1',
          PUBLIC_URL: 'http://localhost:3000',
          DATABASE_URL: urlOf(app.database.pool.options),
          DATABASE_OWNER_URL: urlOf(app.owner.pool.options),
          SECRET_KEY: 'a secret of tests that is long enough',
          DATA_DIR: dataDir,
          HUMAN_CHECK: 'off',
          RATE_LIMITS: 'off',
          LOG_LEVEL: 'silent',
          ...env,
        },
      });
      const [line] = await Promise.race([
        once(createInterface({ input: child.stdout! }), 'line'),
        once(child, 'exit').then(([code]) => Promise.reject(new Error(`The server exited with ${code}`))),
      ]);
      server = { url: String(line).replace('localhost', '127.0.0.1'), child };
    },
    async kill() {
      if (!server) return;
      const { child } = server;
      server = null;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      // What it had started in the database ends when the database notices the broken connections.
      for (let others = 1; others > 0; ) {
        const { rows } = await sql<{
          count: number;
        }>`select count(*)::int - ${app.database.pool.totalCount}::int as count
          from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
          app.database.db,
        );
        others = rows[0]!.count;
      }
    },
    async freeJobs() {
      await sql`select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))`.execute(
        app.database.db,
      );
    },
    async end() {
      await site.kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return site;
}
