import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { withClient } from '#platform/db/with-client.ts';
import { startSiteProcess } from '#testing/site-process.ts';
import { isInstalled, SYSTEM_PATH } from '../tools/installed.ts';
import { memoryFolder } from '../tools/memory-folder.ts';
import { buildIfNeeded } from './building.ts';
import { Cluster, PASSWORD } from './failover/cluster.ts';
import { FAULTS, type Fault } from './failover/faults.ts';
import { Authors, LocalWriter, signUp } from './failover/writers.ts';
import { until } from './until.ts';

// Runs Skein on three database machines, as `deploy/patroni` describes them, and takes the primary away while members
// save drafts: killed, hanging, cut off and switched over. Patroni decides who leads, and says so. Fails if saving works
// too late after a promotion, or if an acknowledged save is lost. The machines are network namespaces of this one.
// `npm run drill:failover -- killed` carries out one of them.

const PROGRAMS: Readonly<Record<string, string>> = {
  patroni: 'patroni',
  patronictl: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  psql: 'postgresql-15',
  ip: 'iproute2',
  unshare: 'util-linux',
};
const PATIENCE_MS = 60_000;
/** Maximum seconds from a promotion until jobs run and pages are cached again. */
const REST_LIMIT = 30;

interface Figure {
  readonly what: string;
  readonly value: number | null;
  readonly limit: number;
  readonly unit: 's' | '';
}

/** Starts this script again in a network of its own, where it is alone and ends with all that it started. */
async function runApart(): Promise<number> {
  const missing = Object.keys(PROGRAMS).filter((name) => !isInstalled(name));
  if (process.platform !== 'linux' || process.getuid!() !== 0 || missing.length > 0) {
    const packages = [...new Set(missing.map((name) => PROGRAMS[name]))].join(' ');
    console.error(
      packages
        ? `The drill needs packages of Debian: apt-get install ${packages}`
        : 'The drill creates networks of its own. Run it as root on Linux.',
    );
    return 1;
  }
  await buildIfNeeded(console.log);
  const apart = ['--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child'];
  const again = [process.execPath, 'scripts/run.mjs', 'drill-failover', '--apart', ...process.argv.slice(2)];
  // The shell is the first process, which has to take note of the end of all that have lost their parent.
  const child = spawn('unshare', [...apart, 'sh', '-c', '"$@"; exit $?', 'sh', ...again], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: { ...process.env, PATH: SYSTEM_PATH },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

const ownerUrl = `postgresql://skein_owner:${PASSWORD}@127.0.0.1:5432/skein`;
/** Asks the primary, which HAProxy finds. */
const ask = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient({ connectionString: ownerUrl }, 'skein drill', work);

interface Site {
  readonly url: string;
  readonly dataDir: string;
}

/** Returns when a job has run that was added after the promotion. */
async function jobsWork({ url, dataDir }: Site, fault: Fault): Promise<number> {
  const email = `${fault.name.replace(' ', '-')}@skein.test`;
  await until('a job runs', () => signUp(url, dataDir, email), PATIENCE_MS);
  return performance.now();
}

/** Returns when pages are cached again, which needs the connection for notifications. */
async function pagesAreCached({ url }: Site): Promise<number> {
  const hits = async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^skein_cache_hits (\d+)/m.exec(text)![1]);
  };
  await until(
    'pages are cached',
    async () => {
      const before = await hits();
      for (let i = 0; i < 2; i += 1) await (await fetch(`${url}/?t=en`)).text();
      return (await hits()) > before ? true : null;
    },
    PATIENCE_MS,
  );
  return performance.now();
}

let nextId = 1;

async function carryOut(fault: Fault, cluster: Cluster, authors: Authors, site: Site): Promise<readonly Figure[]> {
  const primary = cluster.machine((await cluster.whole()).leader);
  const lostBefore = authors.lost;
  const beside = new LocalWriter(
    { host: join(primary.root, 'run/postgresql'), user: 'skein_owner', password: PASSWORD, database: 'skein' },
    nextId,
  );
  nextId += 1_000_000;
  beside.start();
  await until('writing beside the primary', async () => (beside.acknowledged.length > 20 ? true : null));
  const begun = performance.now();
  const [promotion] = await Promise.all([cluster.promoted(primary), fault.begin(cluster, primary)]);
  const { leader, at } = promotion;
  const saved = await authors.savedAfter(at, PATIENCE_MS);
  const [jobs, cached] = await Promise.all([jobsWork(site, fault), pagesAreCached(site)]);
  await fault.end(cluster, primary);
  await cluster.whole();
  await beside.stop();
  const { rows } = await ask((client) => client.query<{ id: string }>('select id from drill.writes'));
  const kept = new Set(rows.map(({ id }) => Number(id)));
  const after = saved ?? performance.now();
  const since = (moment: number | null) => (moment === null ? null : (moment - at) / 1000);
  console.log(
    `${fault.name}: ${primary.name} led, ${leader} was promoted after ${((at - begun) / 1000).toFixed(1)} s, ` +
      `no save was acknowledged for ${(authors.longestPause(begun, after) / 1000).toFixed(1)} s`,
  );
  return [
    { what: 'saving works after the promotion', value: since(saved), limit: fault.limit, unit: 's' },
    { what: 'jobs run after the promotion', value: since(jobs), limit: REST_LIMIT, unit: 's' },
    { what: 'pages are cached after the promotion', value: since(cached), limit: REST_LIMIT, unit: 's' },
    { what: 'acknowledged saves lost', value: authors.lost - lostBefore, limit: 0, unit: '' },
    {
      what: 'writes acknowledged beside the primary that are lost',
      value: beside.acknowledged.filter(({ id }) => !kept.has(id)).length,
      limit: 0,
      unit: '',
    },
    {
      what: 'writes acknowledged by the former primary',
      value: beside.acknowledged.filter((write) => write.at > at).length,
      limit: 0,
      unit: '',
    },
  ];
}

/** Prints the figures, and returns whether all of them are within their limits. */
function report(fault: Fault, figures: readonly Figure[]): boolean {
  const isWithin = ({ value, limit }: Figure) => value !== null && value <= limit;
  for (const figure of figures) {
    const { what, value, limit, unit } = figure;
    const shown = value === null ? 'never' : unit ? `${value.toFixed(1)} ${unit}` : String(value);
    const bar = unit ? `≤ ${limit} ${unit}` : String(limit);
    console.log(
      `${isWithin(figure) ? '  ' : '✗ '}${fault.name.padEnd(14)} ${what.padEnd(54)} ${shown.padStart(8)}  ${bar}`,
    );
  }
  return figures.every(isWithin);
}

async function drill(faults: readonly Fault[]): Promise<boolean> {
  const root = await mkdtemp(join(memoryFolder(), 'skein-failover-'));
  await chmod(root, 0o711);
  let cluster: Cluster | null = null;
  try {
    cluster = await Cluster.start(root);
    await until('HAProxy knows the primary', () => ask(async () => true));
    const dataDir = join(root, 'data');
    const site = await startSiteProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: `postgresql://skein:${PASSWORD}@127.0.0.1:5432/skein`,
      DATABASE_OWNER_URL: ownerUrl,
      SECRET_KEY: 'a secret of drills that is long enough',
      HUMAN_CHECK: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    });
    const url = site.url.replace('localhost', '127.0.0.1');
    await ask((client) => client.query('create schema drill; create table drill.writes (id bigint primary key)'));
    const authors = await Authors.start(url, await signUp(url, dataDir));
    let isWell = true;
    for (const fault of faults) {
      const figures = await carryOut(fault, cluster, authors, { url, dataDir });
      isWell = report(fault, figures) && isWell;
    }
    await authors.stop();
    await site.stop();
    return isWell;
  } finally {
    cluster?.stop();
    await rm(root, { recursive: true, force: true }).catch(() => {});
  }
}

const [, , ...words] = process.argv;
if (!words.includes('--apart')) process.exit(await runApart());
const chosen = FAULTS.filter(({ name }) => words.length === 1 || words.includes(name));
const isWell = await drill(chosen.length > 0 ? chosen : FAULTS);
console.log(isWell ? 'All figures are within their limits.' : 'Figures marked ✗ miss their limits.');
process.exit(isWell ? 0 : 1);
