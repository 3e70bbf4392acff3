import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@skein/embedded-postgres';
import { get } from '../../../bench/load.ts';
import { freePort } from '../../../tools/free-port.ts';
import { memoryFolder } from '../../../tools/memory-folder.ts';
import { atMost, withSite } from '../load-site.ts';
import { pace, statusesOf, timesOf, unexpected } from '../pace.ts';

/** Time in ms by which each response of the database is delayed. */
const LATENCY = 2000;
const SECONDS = 20;

// A database whose responses are delayed by two seconds, more requests than connections: the pool is exhausted, too.
const dataDir = await mkdtemp(join(memoryFolder(), 'skein-slow-'));
await chmod(dataDir, 0o711);
const database = await startEmbeddedPostgres({ dataDir });
let delay = 0;
const proxy = createServer((from) => {
  const to = connect(`${database.socketDir}/.s.PGSQL.${database.port}`);
  from.pipe(to);
  to.on('data', (chunk) => {
    if (delay === 0) from.write(chunk);
    else setTimeout(() => from.destroyed || from.write(chunk), delay);
  });
  for (const [one, other] of [
    [from, to],
    [to, from],
  ] as const)
    one.on('error', () => {}).on('close', () => other.destroy());
});
const port = await freePort();
await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
try {
  const url = `postgres://${database.user}@127.0.0.1:${port}/${database.database}`;
  await withSite(
    async (site) => {
      const request = (n: number) => get(`/api/story/search?q=word${n}&t=en`);
      const before = await pace({ url: site.url, perSecond: 20, seconds: 3, request });
      atMost('refused without a delay', before.filter(({ status }) => status !== 200).length, 0);
      delay = LATENCY;
      const slow = await pace({ url: site.url, perSecond: 100, seconds: SECONDS, request: (n) => request(1000 + n) });
      delay = 0;
      console.log(statusesOf(slow));
      atMost('with 2 s of latency: answers other than 2xx, 4xx and 503 with Retry-After', unexpected(slow).length, 0);
      atMost('the slowest of them', Math.max(...timesOf(slow)) / 1000, 8, 's');
      await pause(5000);
      const after = await pace({ url: site.url, perSecond: 20, seconds: 5, request: (n) => request(100_000 + n) });
      atMost('refused 5 s after', after.filter(({ status }) => status !== 200).length, 0);
    },
    { env: { DATABASE_URL: url, SECRET_KEY: 'a secret of a drill that is long enough' } },
  );
} finally {
  proxy.close();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
