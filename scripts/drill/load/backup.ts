import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { fillChapters } from '../../../bench/library.ts';
import { memoryFolder } from '../../../tools/memory-folder.ts';
import { atMost, type LoadSite, withSite } from '../load-site.ts';

const CHAPTERS = 20_000;
const GB = 2 ** 30;
const SMOKE = 30;
const ROOT = join(import.meta.dirname, '../../..');

async function command(name: string, dataDir: string, ...args: string[]): Promise<number> {
  const begun = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/run.mjs', name, ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  console.log(stdout.trim());
  return (performance.now() - begun) / 1000;
}

/** Number of rows and a checksum of each table. Sessions end with a restore, and jobs go on. */
async function contents(site: LoadSite): Promise<Map<string, string>> {
  const { db, close } = site.openDatabase();
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`.execute(
    db,
  );
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await sql<{
      sum: string;
    }>`select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum
      from ${sql.id(name)} t`.execute(db);
    found.set(name, rows[0]!.sum);
  }
  await close();
  return found;
}

/** What a start or the restore itself writes: another installation, ways in end, jobs go on, limits begin again. */
const MAY_DIFFER =
  /^(installation|sessions|mail_links|enrolment_links|known_devices|first_administrator_links|schema_migrations|worker_heartbeats|jobs|rate_limits|security_log|status_log_seals|migrations|kysely.*|exports|outbox|search_.*)$/;

const backups = await mkdtemp(join(memoryFolder(), 'skein-backup-'));
const restored = await mkdtemp(join(memoryFolder(), 'skein-restored-'));
for (const folder of [backups, restored]) await chmod(folder, 0o711);
try {
  await withSite(async (site) => {
    const { db, close } = site.openDatabase();
    await fillChapters(db, CHAPTERS, () => {});
    await sql`drop table bench_text cascade`.execute(db);
    await sql`drop function if exists bench_document`.execute(db);
    const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database())::text as bytes`.execute(
      db,
    );
    const gigabytes = Number(rows[0]!.bytes) / GB;
    await close();
    const copy = join(backups, 'copy');
    const backupSeconds = await command('backup', site.dataDir, '--to', copy);
    const before = await contents(site);
    await site.stop();
    const restoreSeconds = await command('restore', restored, copy);
    console.log(
      `${gigabytes.toFixed(2)} GB: backup ${backupSeconds.toFixed(1)} s, restore ${restoreSeconds.toFixed(1)} s`,
    );
    atMost('backup and restore per GB', (backupSeconds + restoreSeconds) / 60 / gigabytes, 15, 'minutes');
    await withSite(
      async (again) => {
        const after = await contents(again);
        const other = [...before].filter(([name, sum]) => !MAY_DIFFER.test(name) && after.get(name) !== sum);
        for (const [name, sum] of other) console.log(`${name}: ${sum}, then ${after.get(name)}`);
        atMost(`tables of ${before.size} with other rows`, other.length, 0);
        let failed = 0;
        for (let i = 0; i < SMOKE; i += 1) {
          const path = ['/', '/search_result?q=sea', '/api/story/home', '/about', '/api/ready'][i % 5]!;
          if (!(await fetch(`${again.url}${path}`)).ok) failed += 1;
        }
        atMost(`requests of ${SMOKE} that fail after it`, failed, 0);
      },
      { dataDir: restored },
    );
  });
  await command('drill-restore', backups);
  atMost('points in time that were missed', 0, 0);
} finally {
  for (const folder of [backups, restored]) await rm(folder, { recursive: true, force: true });
}
