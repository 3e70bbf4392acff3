import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findRunningPostgres } from '@skein/embedded-postgres';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { type ChapterDocument, documentFromPlain } from '#features/chapters/model/document.ts';
import { storyApi } from '#features/stories/contract.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { PASSWORD, prose } from '#testing/factories.ts';
import { report } from '#testing/rounds.ts';
import { type SiteProcess, startSiteProcess } from '#testing/site-process.ts';
import { memoryFolder } from '../../tools/memory-folder.ts';
import { createDemoApi, type DemoApi } from '../demo/api.ts';
import { mailedToken } from '../demo/outbox.ts';
import { until } from '../until.ts';

/** A site as `npm start` runs it, to be loaded, stopped and killed. */
export interface LoadSite extends SiteProcess {
  readonly api: DemoApi;
  /** Opens a connection of its own to the database of the site. */
  openDatabase: () => Database;
  /** Starts the site again, on the same port and folder. */
  restart: () => Promise<void>;
}

export interface Writer {
  readonly email: string;
  readonly token: string;
  readonly storyId: string;
  readonly chapterId: string;
}

const FREE = { RATE_LIMITS: 'off', HUMAN_CHECK: 'off', LOG_LEVEL: 'warn' };

/** Starts a site, passes it on, and removes everything of it. */
export async function withSite(
  work: (site: LoadSite) => Promise<void>,
  { env = {}, dataDir: given }: { env?: Record<string, string>; dataDir?: string } = {},
): Promise<void> {
  const dataDir = given ?? (await mkdtemp(join(memoryFolder(), 'skein-load-')));
  // As root, the database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711);
  let running = await startSiteProcess({ ...FREE, ...env, DATA_DIR: dataDir });
  const port = new URL(running.url).port;
  const site: LoadSite = {
    url: running.url.replace('localhost', '127.0.0.1'),
    dataDir,
    api: createDemoApi(running.url.replace('localhost', '127.0.0.1')),
    get child() {
      return running.child;
    },
    output: () => running.output(),
    stop: () => running.stop(),
    openDatabase: () => openDatabaseOf(dataDir),
    async restart() {
      running = await startSiteProcess({ ...FREE, ...env, DATA_DIR: dataDir, PORT: port });
    },
  };
  try {
    await work(site);
  } finally {
    if (running.child.exitCode === null && running.child.signalCode === null) await running.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function openDatabaseOf(dataDir: string): Database {
  const found = findRunningPostgres(dataDir);
  if (!found) throw new Error('No database is running on the data folder');
  const { socketDir: host, ...rest } = found;
  return openDatabase({ host, ...rest }, () => {}, { max: 2, statementTimeout: 0 });
}

/** Signs up a member with a published story, and a chapter of it that is a draft. */
export async function makeWriter(site: LoadSite, name: string): Promise<Writer> {
  const email = `${name}@drill.invalid`;
  await site.api.call(accountApi.register, { email, password: PASSWORD, terms: true });
  const token = (await site.api.call(accountApi.verifyEmail, { token: await mailedToken(site.dataDir, email) }))
    .accessToken;
  const { id: storyId } = await site.api.call(
    storyApi.create,
    {
      title: `Drill of ${name}`,
      description: 'Written for a drill.',
      mode: 'solo',
      categories: ['adventure'],
      language: 'en',
    },
    token,
  );
  const chapter = (n: number) => ({
    storyId,
    title: `Part ${n}`,
    summary: 'It goes on.',
    content: prose(400, seedOf(name) + n),
  });
  await site.api.call(chapterApi.create, chapter(1), token);
  await site.api.call(storyApi.submit, { storyId }, token);
  const status = async () => (await site.api.call(storyApi.draft, { storyId }, token)).status;
  await until(`${name}’s story is published`, async () => ((await status()) === 'published' ? true : null), 60_000);
  const { id: chapterId } = await site.api.call(chapterApi.create, chapter(2), token);
  return { email, token, storyId, chapterId };
}

const seedOf = (name: string) => [...name].reduce((sum, letter) => sum * 31 + letter.codePointAt(0)!, 7) % 1_000_000;

export const textOf = (seed: number): ChapterDocument => documentFromPlain(prose(300, seed));

/** Prints and reports a figure. The drill misses the check if it is above its limit. */
export function atMost(what: string, value: number, limit: number, unit = ''): void {
  judge(value <= limit, `${what}: ${round(value)}${unit && ` ${unit}`} (≤ ${limit})`);
}

/** The same for a figure that must not be below its limit. */
export function atLeast(what: string, value: number, limit: number, unit = ''): void {
  judge(value >= limit, `${what}: ${round(value)}${unit && ` ${unit}`} (≥ ${limit})`);
}

function judge(holds: boolean, line: string): void {
  console.log(`${holds ? 'ok' : 'missed'}  ${line}`);
  report(holds ? line : `**${line}**`);
  if (!holds) process.exitCode = 1;
}

const round = (value: number) => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
