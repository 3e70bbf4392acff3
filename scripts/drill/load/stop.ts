import { atLeast, atMost, withSite } from '../load-site.ts';
import { makeMix } from '../mix.ts';
import { pace, statusesOf } from '../pace.ts';

const IN_FLIGHT = 200;
const REPEATS = 3;

// SIGTERM while 200 requests are in flight.
await withSite(async (site) => {
  const mix = await makeMix(site);
  for (let repeat = 1; repeat <= REPEATS; repeat += 1) {
    let answered = 0;
    let began = () => {};
    // All of them have been read when the first one is answered.
    const first = new Promise<void>((resolve) => (began = resolve));
    const all = pace({
      url: site.url,
      perSecond: 100 * IN_FLIGHT,
      seconds: 1 / 100,
      warm: IN_FLIGHT,
      request: (n) => mix.request(repeat * 1000 + n),
      onAnswer({ n, status }) {
        mix.answered({ n: repeat * 1000 + n, status });
        answered += 1;
        began();
      },
    });
    await first;
    const before = answered;
    const begun = performance.now();
    const code = await site.stop();
    const seconds = (performance.now() - begun) / 1000;
    const answers = await all;
    console.log(`${before} answered before, then ${statusesOf(answers)}`);
    atLeast('requests in flight', answers.length - before, 50);
    atMost('requests that were cut', answers.filter(({ status }) => status === 0).length, 0);
    atMost('seconds until the end', seconds, 10);
    atMost('exit code', code ?? 1, 0);
    await site.restart();
  }
});
