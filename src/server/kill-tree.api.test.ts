import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AnswerOf, Endpoint, InputOf } from '#core/endpoint.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { plainText } from '#features/chapters/model/document.ts';
import { storyApi } from '#features/stories/contract.ts';
import { PASSWORD, prose } from '#testing/factories.ts';
import { seededRandom } from '#testing/race.ts';
import { eachRound } from '#testing/rounds.ts';
import { type SiteProcess, startSiteProcess } from '#testing/site-process.ts';
import { mailedToken } from '../../scripts/demo/outbox.ts';
import { memoryFolder } from '../../tools/memory-folder.ts';

/** The site as `npm start` runs it, on its own durable database, in a power failure. */
const ROUNDS = eachRound(51, 'kills with the database');
const AT_ONCE = 200;
const STORIES = 10;
const email = 'ann@skein.test';
let dataDir: string;
let site: SiteProcess | null = null;
let token: string | undefined;

async function start(): Promise<void> {
  site = await startSiteProcess({ DATA_DIR: dataDir, HUMAN_CHECK: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' });
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(memoryFolder(), 'skein-power-'));
  // As root the database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711);
  await start();
  await call(accountApi.register, { email, password: PASSWORD, terms: true });
  token = (await call(accountApi.verifyEmail, { token: await mailedToken(dataDir, email) })).accessToken;
}, 180_000);
afterAll(async () => {
  await site?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function send(endpoint: Endpoint, input: unknown): Promise<{ status: number; data: unknown } | null> {
  try {
    const isRead = endpoint.method === 'GET';
    const query = isRead ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    const response = await fetch(`${site!.url.replace('localhost', '127.0.0.1')}/api/${endpoint.path}${query}`, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
      ...(isRead ? {} : { body: JSON.stringify(input) }),
    });
    return { status: response.status, data: ((await response.json()) as { data: unknown }).data };
  } catch {
    return null;
  }
}
async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>> {
  const answer = await send(endpoint, input);
  if (answer?.status !== 200) throw new Error(`${endpoint.path} responded with ${answer?.status}`);
  return answer.data as AnswerOf<E>;
}

/**
 * Returns the fields of /proc/PID/stat from the third on: state, parent, process group, … For a process that has ended,
 * returns one empty string.
 */
function processStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [''];
  }
}

/** Returns the process, its descendants, and the processes in their process groups, such as the database’s watcher. */
async function treeOf(root: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const tree = new Set([root]);
  for (let size = 0; size < tree.size; ) {
    size = tree.size;
    for (const pid of all) {
      const [, parent, group] = processStat(pid).map(Number);
      if (tree.has(parent!) || tree.has(group!)) tree.add(pid);
    }
  }
  return [...tree];
}
const isAlive = (pid: number) => !['', 'Z', 'X'].includes(processStat(pid)[0] ?? '');

async function killTree(): Promise<void> {
  const tree = await treeOf(site!.child.pid!);
  // Server, postmaster, its helpers and at least one connection.
  expect(tree.length).toBeGreaterThan(6);
  for (const pid of tree) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended with the previous one.
    }
  }
  await vi.waitFor(() => expect(tree.filter(isAlive)).toEqual([]), { timeout: 10_000, interval: 10 });
  site = null;
}

it.runIf(process.platform === 'linux').each(ROUNDS)(
  'keeps everything acknowledged when it is killed with its database during 200 concurrent saves (round %i)',
  { timeout: 180_000 },
  async (round) => {
    const random = seededRandom(round);
    const chapters = await Promise.all(
      Array.from({ length: STORIES }, async () => {
        const { id: storyId } = await call(storyApi.create, { title: 'Salt and Lemons', mode: 'solo' });
        const own: { storyId: string; id: string; acknowledged: number }[] = [];
        while (own.length < AT_ONCE / STORIES) {
          const { id } = await call(chapterApi.create, { storyId, title: 'x', content: 'x' });
          own.push({ storyId, id, acknowledged: 1 });
        }
        return own;
      }),
    ).then((all) => all.flat());
    const killAfter = AT_ONCE + random(AT_ONCE);
    let acknowledged = 0;
    let killed: Promise<void> | undefined;
    await Promise.all(
      chapters.map(async (chapter) => {
        while (!killed) {
          const text = `Save ${chapter.acknowledged} of ${chapter.id}.`;
          const content = `${text}\n\n${prose(300, chapter.acknowledged)}`;
          const { id: chapterId, acknowledged: version } = chapter;
          const answer = await send(chapterApi.update, { chapterId, version, title: text, content });
          if (!answer) return;
          // Under such a load it may ask for a retry, but must never acknowledge a save that didn’t happen.
          if (answer.status === 503) continue;
          expect(answer).toMatchObject({ status: 200, data: { version: version + 1 } });
          chapter.acknowledged += 1;
          acknowledged += 1;
          if (acknowledged >= killAfter) killed ??= killTree();
        }
      }),
    );
    await killed;
    expect(acknowledged).toBeGreaterThanOrEqual(killAfter);
    await start();
    for (const chapter of chapters) {
      const draft = await call(chapterApi.draft, { chapterId: chapter.id });
      // A save whose response was lost may have been written. Then it is complete.
      expect([chapter.acknowledged, chapter.acknowledged + 1]).toContain(draft.version);
      if (draft.version === 1) continue;
      const text = `Save ${draft.version - 1} of ${chapter.id}.`;
      expect(draft.title).toBe(text);
      expect(plainText(draft.content)).toBe(`${text}\n\n${prose(300, draft.version - 1)}`);
    }
    const next = await call(chapterApi.create, { storyId: chapters[0]!.storyId, title: 'After', content: 'x' });
    expect(Number(next.id)).toBeGreaterThan(Math.max(...chapters.map(({ id }) => Number(id))));
  },
);

it('stops within 10 s, with everything in order', async () => {
  const begun = performance.now();
  const code = await site!.stop();
  expect(code, site!.output()).toBe(0);
  expect(performance.now() - begun).toBeLessThan(10_000);
  site = null;
});
