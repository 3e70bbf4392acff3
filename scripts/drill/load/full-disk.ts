import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chapterApi } from '#features/chapters/contract.ts';
import { memoryFolder } from '../../../tools/memory-folder.ts';
import { atMost, makeWriter, textOf, withSite } from '../load-site.ts';

const SIZE = '384m';
/** Set where the disk can be mounted so that it ends with this process. */
const APART = 'SKEIN_DRILL_APART';
/** Without more than this, a save soon needs a page that isn’t there. */
const SAVES = 400;

if (process.getuid?.() !== 0) {
  console.error('Only root can mount a small disk to fill it.');
  process.exit(1);
}
if (process.env[APART] === undefined) {
  const folder = await mkdtemp(join(memoryFolder(), 'skein-disk-'));
  const { status } = spawnSync('unshare', ['--mount', '--kill-child', process.execPath, import.meta.filename], {
    stdio: 'inherit',
    env: { ...process.env, [APART]: folder },
  });
  rmSync(folder, { recursive: true, force: true });
  process.exit(status ?? 1);
}

// A site with two web processes has a disk of its own, which is filled, and emptied again.
const disk = process.env[APART];
spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0711`, 'tmpfs', disk], { stdio: 'inherit' });
await chmod(disk, 0o711);
const dataDir = join(disk, 'data');
await mkdir(dataDir);
const ballast = join(disk, 'ballast');
const free = async () => {
  const { bavail, bsize } = await statfs(disk);
  return bavail * bsize;
};
await withSite(
  async (site) => {
    const { token, storyId, chapterId } = await makeWriter(site, 'full-disk');
    const status = async (path: string, init: RequestInit = {}) =>
      (await fetch(`${site.url}${path}`, { ...init, headers: { ...init.headers, connection: 'close' } })).status;
    const ready = () => status('/api/ready');
    let version = (await site.api.call(chapterApi.draft, { chapterId }, token)).version;
    const save = async (n: number) => {
      const response = await fetch(`${site.url}/api/${chapterApi.update.path}`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ chapterId, version, title: `Save ${n}`, content: textOf(n) }),
      });
      if (response.ok) version = ((await response.json()) as { data: { version: number } }).data.version;
      return response.status;
    };
    const page = `/story/${storyId}?t=en`;
    await status(page);
    const before = [await save(1), await ready()];
    console.log(`before: ${before.join(', ')}`);

    await writeFile(ballast, Buffer.alloc(await free()));
    const saves: number[] = [];
    while (saves.length < SAVES && saves.at(-1) !== 503) saves.push(await save(2 + saves.length));
    console.log(`after ${saves.length} saves on the full disk: ${saves.at(-1)}`);
    atMost('saves that failed otherwise than by 503', saves.filter((each) => each !== 200 && each !== 503).length, 0);
    // Also the process that has heard of it from the other.
    const full: number[] = [];
    for (let i = 0; i < 40; i += 1) {
      full.push(await ready());
      await setTimeout(100);
    }
    atMost('“ready” in 4 s on the full disk', full.filter((each) => each !== 503).length, 0);
    const reads: number[] = [];
    for (let i = 0; i < 10; i += 1)
      reads.push(
        await status(page),
        await status(`${page}&x=${i}`),
        await status(`/api/story/search?q=word${i}&t=en`),
        await status('/api/user/info', { headers: { authorization: token } }),
        await status('/api/health'),
      );
    atMost('reads that failed meanwhile', reads.filter((each) => each !== 200).length, 0);

    await rm(ballast);
    const freed = performance.now();
    let isReady = 0;
    while (isReady < 10 && performance.now() - freed < 20_000) {
      isReady = (await ready()) === 200 ? isReady + 1 : 0;
      await setTimeout(20);
    }
    atMost('ready again after', (performance.now() - freed) / 1000, 3, 's');
    atMost(
      'saves that failed afterwards',
      [await save(9001), await save(9002)].filter((each) => each !== 200).length,
      0,
    );
  },
  { dataDir, env: { WEB_PROCESSES: '2' } },
);
