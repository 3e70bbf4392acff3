import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Figure, figure } from './bars.ts';
import type { Filled } from './library.ts';
import { load } from './load.ts';
import { startSubject } from './subjects.ts';
import { refuseWrong, UNCACHED } from './uncached.ts';

const PROBE = join(import.meta.dirname, 'garbage-probe.ts');
/** So many pages hold hundreds of collections. */
const PAGES = 600;
const LOOK_MS = 20;
/** Longest that the probe may take to answer. */
const ANSWERS_MS = 60_000;
const MB = 1024 * 1024;

/**
 * S4: what one uncached page leaves to the collector, on its heap and outside of it, in a process that has seen such pages.
 *
 * @param stopped The data folder of a site that has been stopped.
 */
export async function measureGarbage(stopped: { dataDir: string }, filled: Filled): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { garbage, addresses } of UNCACHED) {
    const site = await startSubject(stopped.dataDir, ['--import', PROBE]);
    const signal = async (answer: RegExp) => {
      process.kill(site.pid, 'SIGUSR2');
      for (const end = Date.now() + ANSWERS_MS; !answer.test(site.output()); await setTimeout(LOOK_MS))
        if (Date.now() > end) throw new Error('The probe of garbage does not answer');
      return answer.exec(site.output())!;
    };
    try {
      const once = { origin: site.url, connections: 4, seconds: 60, most: PAGES, warmUp: false };
      const request = addresses(filled);
      await load({ ...once, request });
      await signal(/garbage: counting/);
      const counted = await load({ ...once, request });
      refuseWrong(counted);
      const [, heap, external] = await signal(/garbage: {"heap":(-?\d+),"external":(-?\d+)}/);
      const [own, outside] = [heap, external].map((bytes) => Number(bytes) / counted.requests / MB);
      figures.push(figure(garbage, own! + outside!, `${own!.toFixed(2)} on the heap, ${outside!.toFixed(2)} outside`));
    } finally {
      await site.stop();
    }
  }
  return figures;
}
