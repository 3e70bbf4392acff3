import { setTimeout } from 'node:timers/promises';
import { atMost, withSite } from '../load-site.ts';
import { makeMix } from '../mix.ts';
import { pace, quantileOf, statusesOf, timesOf, unexpected } from '../pace.ts';
import { endPostmaster } from '../postmaster.ts';

const PER_SECOND = 100;
const SECONDS = 60;
const RESTARTS = 3;
/** Time in ms in which the site must be as before, once its database accepts connections. */
const RECOVERY = 5000;

// The database is restarted without a clean stop, three times in a minute of 100 requests a second.
await withSite(async (site) => {
  const mix = await makeMix(site);
  const begun = performance.now();
  const all = pace({
    url: site.url,
    perSecond: PER_SECOND,
    seconds: SECONDS,
    request: mix.request,
    onAnswer: mix.answered,
  });
  const outages: [from: number, up: number][] = [];
  for (let i = 0; i < RESTARTS; i += 1) {
    await setTimeout((SECONDS * 1000) / (RESTARTS + 1));
    const from = performance.now() - begun;
    outages.push([from, (await endPostmaster(site.dataDir, 'SIGQUIT')) - begun]);
  }
  const answers = await all;
  console.log(statusesOf(answers));
  console.log(outages.map(([from, up]) => `down for ${(up - from).toFixed(0)} ms`).join(', '));
  atMost('answers other than 2xx, 4xx and 503 with Retry-After', unexpected(answers).length, 0);
  atMost('the slowest answer', Math.max(...timesOf(answers)) / 1000, 8, 's');
  const isCalm = (at: number) => outages.every(([from, up]) => at < from - 100 || at > up + RECOVERY);
  const calm = answers.filter(({ at }) => isCalm(at));
  atMost('refused when it should be as before', calm.filter(({ status }) => status >= 500 || status === 0).length, 0);
  const usual = answers.filter(({ at }) => at < outages[0]![0]);
  console.log(
    `p99 before ${quantileOf(timesOf(usual), 0.99).toFixed(0)} ms, of all calm ${quantileOf(timesOf(calm), 0.99).toFixed(0)} ms`,
  );
});
