import { get } from '../../../bench/load.ts';
import { residentMb } from '../../../bench/process.ts';
import { atMost, withSite } from '../load-site.ts';
import { makeMix } from '../mix.ts';
import { pace, quantileOf, statusesOf, timesOf, unexpected } from '../pace.ts';

const SECONDS = 60;
/** Clients that are connected at the same time. Each sends its next request when it has a response. */
const CONNECTIONS = 1000;
/** After the load, requests at a tenth of what the site can do must succeed within this time in ms. */
const RECOVERY = 5000;

// Five times as many requests as the site can answer, for a minute.
await withSite(async (site) => {
  const mix = await makeMix(site);
  const capacity = await mix.measureCapacity();
  const before = residentMb(site.child.pid!);
  console.log(`capacity ${capacity.toFixed(0)} a second, ${before.toFixed(0)} MB`);
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(residentMb(site.child.pid!)), 500);
  const health = pace({ url: site.url, perSecond: 5, seconds: SECONDS, request: () => get('/api/health') });
  const answers = await pace({
    url: site.url,
    perSecond: 5 * capacity,
    seconds: SECONDS,
    most: CONNECTIONS,
    request: mix.request,
    onAnswer: mix.answered,
  });
  const ended = performance.now();
  const healthy = await health;
  clearInterval(watch);
  console.log(statusesOf(answers));
  const admitted = answers.filter(({ status }) => status > 0 && status < 500);
  atMost('p99 of what was accepted', quantileOf(timesOf(admitted), 0.99) / 1000, 2, 's');
  atMost('answers that are neither accepted nor 503 with Retry-After', unexpected(answers).length, 0);
  atMost('health checks that failed', healthy.filter(({ status }) => status !== 200).length, 0);
  const half = memory.length >> 1;
  const [first, second] = [Math.max(...memory.slice(0, half)), Math.max(...memory.slice(half))];
  atMost(`memory grows after the first half, from ${first.toFixed(0)} MB by`, 100 * (second / first - 1), 10, '%');
  const after = await pace({
    url: site.url,
    perSecond: capacity / 10,
    seconds: 10,
    request: mix.request,
    onAnswer: mix.answered,
  });
  const late = after.filter(({ status, at, ms }) => (status >= 500 || status === 0 ? true : ms > 1000 && at > 0));
  const lastAt = late.reduce((last, { at, ms }) => Math.max(last, at + ms), 0);
  console.log(`last slow or refused answer ${lastAt.toFixed(0)} ms after ${ended.toFixed(0)}`);
  atMost('normal again after', lastAt / 1000, RECOVERY / 1000, 's');
});
