import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Figure, figure } from './bars.ts';
import type { Filled } from './library.ts';
import { load } from './load.ts';
import { startSubject } from './subjects.ts';
import { refuseWrong, UNCACHED } from './uncached.ts';

const PROBE = join(import.meta.dirname, 'garbage-probe.ts');
/** Enough pages for hundreds of garbage collections. */
const PAGES = 600;
const LOOK_MS = 20;
/** Timeout for a response of the probe. */
const ANSWERS_MS = 60_000;
const MB = 1024 * 1024;

/**
 * S4: measures the garbage that one uncached page produces, on the heap and outside of it. The process has already
 * served such pages.
 *
 * @param stopped A stopped site, whose data folder is used.
 */
export async function measureGarbage(stopped: { dataDir: string }, filled: Filled): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { garbage, addresses } of UNCACHED) {
    const site = await startSubject(stopped.dataDir, ['--import', PROBE]);
    const signal = async (answer: RegExp) => {
      process.kill(site.pid, 'SIGUSR2');
      for (const end = Date.now() + ANSWERS_MS; !answer.test(site.output()); await setTimeout(LOOK_MS))
        if (Date.now() > end) throw new Error('The garbage probe does not respond');
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
