import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { DAY, HOUR } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { contestApi } from '#features/contest/contract.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { storyApi } from '#features/stories/contract.ts';
import { translationApi } from '#features/translation/contract.ts';
import type { SiteProcess } from '#testing/site-process.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { PASSWORD } from '../../scripts/demo/fill.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The last commit with React Router. */
const BEFORE = '99b5a0a7ffee61e1fcebe0597cf2de988f6580fa';
/** Later, turns and rounds of the library would come to their ends. */
const LIBRARY_LASTS = 12 * HOUR;

type Say = (text: string) => void;

/** Imports a module from a checkout, which brings its own versions of all that it imports. */
function importFrom<T>(checkout: string, path: string): Promise<T> {
  return import(pathToFileURL(join(checkout, path)).href) as Promise<T>;
}

function run(command: string, args: string[], cwd: string, env: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
    const child = spawn(command, args, { cwd, env: { ...process.env, PATH: path, ...env }, stdio: 'ignore' });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} ended with ${code}, in ${cwd}`)),
    );
  });
}

/** Checks out the older build, in the folder for temporary files, unless it is there. Returns its path. */
export async function checkOutBefore(say: Say): Promise<string> {
  const folder = join(tmpdir(), `skein-before-${BEFORE.slice(0, 7)}`);
  if (existsSync(folder)) return folder;
  say(`checking out and building ${BEFORE.slice(0, 7)}; this takes a minute or two …`);
  const unfinished = await mkdtemp(`${folder}-`);
  const archive = join(unfinished, 'before.tar');
  await run('git', ['archive', '--output', archive, BEFORE], ROOT);
  await run('tar', ['-xf', archive], unfinished);
  await rm(archive);
  // This also builds.
  await run('npm', ['ci', '--prefer-offline'], unfinished);
  await chmod(unfinished, 0o755);
  await rename(unfinished, folder);
  return folder;
}

/**
 * Makes the data folder that both sites get copies of: the demo library of the older build, with some additions. It is kept
 * for a few hours.
 */
export async function makeLibrary(before: string, say: Say): Promise<{ dataDir: string; additions: Additions }> {
  const folder = join(tmpdir(), `skein-library-${createHash('sha256').update(before).digest('hex').slice(0, 8)}`);
  const dataDir = join(folder, 'data');
  const madeFile = join(folder, 'made.json');
  const made = await stat(madeFile).catch(() => null);
  if (made && Date.now() - made.mtimeMs < LIBRARY_LASTS)
    return { dataDir, additions: JSON.parse(await readFile(madeFile, 'utf8')) };
  say('filling the library; this takes two minutes …');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  // As root the database runs as another user, who must be able to pass.
  await chmod(folder, 0o711);
  await run(process.execPath, ['scripts/run.mjs', 'demo'], before, { DATA_DIR: dataDir });
  const additions = await addToLibrary(before, dataDir);
  await writeFile(madeFile, JSON.stringify(additions));
  return { dataDir, additions };
}

/** Starts the site of a checkout, with that checkout's own code. */
export async function startSide(
  checkout: string,
  dataDir: string,
  env: Record<string, string> = {},
): Promise<SiteProcess> {
  const site = await importFrom<typeof import('#testing/site-process.ts')>(checkout, 'src/testing/site-process.ts');
  const quiet = { RATE_LIMITS: 'off', HUMAN_CHECK: 'off', SMTP_URL: '', LOG_LEVEL: 'error' };
  return site.startSiteProcess({ DATA_DIR: dataDir, ...quiet, ...env });
}

/** Copies the data folder of a stopped site, with the owners of its files. */
export async function copyData(dataDir: string): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'skein-parity-'));
  await chmod(folder, 0o711);
  const copy = join(folder, 'data');
  await promisify(execFile)('cp', ['-a', dataDir, copy]);
  return { dataDir: copy, remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface Additions {
  /** A member who has done nothing yet. */
  readonly newcomer: { email: string; password: string };
  readonly formerSlug: string;
  readonly suspendedSlug: string;
  readonly scheduledRoundId: string;
}

/** Adds what the demo has no example of. What needs the database is done by the code of the older build. */
async function addToLibrary(before: string, dataDir: string): Promise<Additions> {
  const load = <T>(path: string) => importFrom<T>(before, path);
  const { siteDeps } = await load<typeof import('../../e2e/kit/site-deps.ts')>('e2e/kit/site-deps.ts');
  const { insertMember, PASSWORD: password } =
    await load<typeof import('#testing/members.ts')>('src/testing/members.ts');
  const { publishStory } = await load<typeof import('#testing/publish.ts')>('src/testing/publish.ts');
  const site = await startSide(before, dataDir);
  try {
    const { deps } = await siteDeps(site);
    const { call } = createDemoApi(site.url);
    const { accessToken: administrator } = await signIn(site.url, 'ada-moderates@demo.invalid');
    // The author of the comparison reviews what waits for these languages.
    for (const language of ['zh', 'es'] as const)
      await call(translationApi.grantReviewer, { username: 'R_Castellan', language }, administrator);
    const { email } = await insertMember(deps);
    const host = await insertMember(deps);
    await call(accountApi.updateInfo, { slug: 'host-of-rounds' }, host.accessToken);
    const facts = { title: 'The Prize', description: 'Who tells it best?', categories: ['adventure' as const] };
    const story = { ...facts, mode: 'competition' as const, language: 'en' as const };
    const { id: storyId } = await call(storyApi.create, story, host.accessToken);
    const content = 'A ferry leaves late. '.repeat(100);
    await call(chapterApi.create, { storyId, title: 'The Rules', summary: 'None.', content }, host.accessToken);
    await publishStory(deps, host, storyId);
    const startsAt = new Date(Date.now() + 3 * DAY).toISOString();
    const round = await call(contestApi.createRound, { storyId, start: 'at', startsAt }, host.accessToken);
    const { id: targetId, slug: suspendedSlug } = await insertMember(deps);
    const why = { rule: 'spam', reason: 'The same link in ten stories.' } as const;
    await call(caseApi.restrict, { action: 'suspend', targetId, ...why, days: 30 }, administrator);
    return { newcomer: { email, password }, formerSlug: host.slug, suspendedSlug, scheduledRoundId: round.id };
  } finally {
    await site.stop();
  }
}

/** Signs in with the password of all demo members, unless another one is given. */
export function signIn(origin: string, email: string, password = PASSWORD) {
  return createDemoApi(origin).call(accountApi.login, { email, password });
}
