import { to } from '#core/pages.ts';
import { type Figure, figure } from './bars.ts';
import { compare } from './compare.ts';
import type { Filled } from './library.ts';
import { BR, get } from './load.ts';
import { type Subject, startBare, startSubject } from './subjects.ts';
import { fetchKept } from './throughput.ts';

/**
 * Number of processes. V8 decides in each process what it optimizes and where it allocates, so one process says little
 * about the next.
 */
const LIVES = 7;
/** One line of `--trace-gc` for each collection of the old space. */
const MARK_COMPACT = /: Mark-Compact /g;

/**
 * S1 in several processes on one data folder: a cached chapter page compared with a bare server, the worst process, and
 * how often its old space was collected.
 *
 * @param stopped The data folder of a stopped site.
 */
export async function measureLives(stopped: { dataDir: string }, filled: Filled, say: (text: string) => void) {
  const { storyId, chapterId } = filled.long[50]!;
  const path = to.chapter({ storyId, chapterId });
  const ratios: number[] = [];
  const collections: number[] = [];
  const notes: string[] = [];
  for (let life = 0; life < LIVES; life += 1) {
    const site = await startSubject(stopped.dataDir, ['--trace-gc']);
    const collected = () => (site.output().match(MARK_COMPACT) ?? []).length;
    try {
      const bare = await startBare([await fetchKept(site, path)]);
      try {
        const asked = { request: () => get(path, BR) };
        const before = { collected: collected(), at: performance.now() };
        const compared = await compare({ ...asked, server: serverOf(site) }, { ...asked, server: bare });
        notes.push(compared.note);
        // The site gets requests half of the time.
        const seconds = (performance.now() - before.at) / 2000;
        ratios.push(compared.byCpu);
        collections.push((collected() - before.collected) / seconds);
        say(`  life ${life + 1}: ${compared.note}, ${collections.at(-1)!.toFixed(2)} mark-compacts a second`);
      } finally {
        bare.stop();
      }
    } finally {
      await site.stop();
    }
  }
  const each = `${ratios.map((one) => one.toFixed(2)).join(', ')}; the worst: ${notes[ratios.indexOf(Math.min(...ratios))]}`;
  return [
    figure('keptLives', Math.min(...ratios), each),
    figure('markCompacts', Math.max(...collections)),
  ] satisfies Figure[];
}

const serverOf = ({ url, pid }: Subject) => ({ origin: url, pid });
