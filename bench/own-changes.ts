import { to } from '#core/pages.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { loadSecretKey } from '#platform/secret-keys.ts';
import { type SiteProcess, startSiteProcess } from '#testing/site-process.ts';
import { urlOf } from '#testing/test-server.ts';
import { createDemoApi } from '../scripts/demo/api.ts';
import { type Figure, figure } from './bars.ts';
import { quantile } from './load.ts';
import { makeDataDir, removeDataDir, type Subject } from './subjects.ts';
import { signUp } from './writes.ts';

const WRITERS = 8;

interface Writer {
  readonly token: string;
  readonly slug: string;
}

/**
 * S13: members who change something through one process and read it through another one right away, like a browser that
 * keeps the cookie of the change. Their public profiles are read as pages and as calls, in turns.
 */
export async function measureOwnChanges(site: Subject, changes: number): Promise<Figure[]> {
  const dataDirs = [await makeDataDir(), await makeDataDir()];
  const processes: SiteProcess[] = [];
  try {
    for (const dataDir of dataDirs) processes.push(await startBeside(site, dataDir));
    const origins = processes.map(({ url }) => url);
    const api = createDemoApi(site.url);
    const writers: Writer[] = [];
    for (let i = 0; i < WRITERS; i += 1) {
      const token = await signUp(api, site, `own-${i}`);
      const { slug } = await api.call(accountApi.info, {}, token);
      writers.push({ token, slug });
    }
    // Without the cookie too: if these were never old, the figure would show nothing.
    const without = await tryChanges(origins, writers, Math.ceil(changes / 10), false);
    const { old, times } = await tryChanges(origins, writers, changes, true);
    const note = `of ${times.length}; reads p99 ${quantile(times, 0.99).toFixed(0)} ms; without the cookie ${without.old} of ${without.times.length}`;
    return [figure('ownOld', old, note)];
  } finally {
    for (const each of processes) await each.stop();
    for (const dataDir of dataDirs) await removeDataDir(dataDir);
  }
}

/** Starts a web process on the database of the site, with its secret. */
async function startBeside(site: Subject, dataDir: string): Promise<SiteProcess> {
  const own = site.openDatabase();
  const { host, port, user, database } = own.pool.options;
  await own.close();
  return startSiteProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf({ host: host!, port: port!, user: user!, database: database! }),
    SECRET_KEY: await loadSecretKey(site.dataDir),
    ROLE: 'web',
    RATE_LIMITS: 'off',
    HUMAN_CHECK: 'off',
    LOG_LEVEL: 'warn',
  });
}

/** Returns how many reads were older than the change before them, and the times of all reads in ms, shortest first. */
async function tryChanges(
  origins: readonly string[],
  writers: readonly Writer[],
  changes: number,
  withCookie: boolean,
): Promise<{ old: number; times: Float64Array }> {
  const times: number[] = [];
  let old = 0;
  let next = 0;
  const write = async ({ token, slug }: Writer) => {
    while (next < changes) {
      next += 1;
      const n = next;
      const bio = `Change ${n}${withCookie ? '' : ' without'}.`;
      const [there, here] = n % 2 === 0 ? [origins[0], origins[1]] : [origins[1], origins[0]];
      const cookie = await change(there!, token, bio);
      const path = n % 3 === 0 ? to.user({ userSlug: slug }) : `/api/${accountApi.bySlug.path}?slug=${slug}&t=en`;
      const begun = performance.now();
      const response = await fetch(`${here}${path}`, { headers: withCookie ? { cookie } : {} });
      const text = await response.text();
      times.push(performance.now() - begun);
      if (!response.ok) throw new Error(`${path} returned ${response.status}`);
      if (!text.includes(bio)) old += 1;
    }
  };
  await Promise.all(writers.map(write));
  return { old, times: Float64Array.from(times).sort() };
}

/** Changes the bio of a member. Returns the cookie of the change. */
async function change(origin: string, token: string, bio: string): Promise<string> {
  const response = await fetch(`${origin}/api/${accountApi.updateInfo.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ bio }),
  });
  if (!response.ok) throw new Error(`A change was refused with ${response.status}`);
  await response.arrayBuffer();
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}
