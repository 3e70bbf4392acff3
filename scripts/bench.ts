import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cost, type Figure, isMissed, median, table } from '../bench/bars.ts';
import { measureBrowser } from '../bench/browser.ts';
import { measureGrowth } from '../bench/growth.ts';
import { fillLibrary } from '../bench/library.ts';
import { measureLives } from '../bench/lives.ts';
import { residentMb } from '../bench/process.ts';
import { measureSearch } from '../bench/search.ts';
import { fillTree, MAP_CHAPTERS, measureStoryMap } from '../bench/story-map.ts';
import { makeDataDir, removeDataDir, startSubject } from '../bench/subjects.ts';
import { measureKept } from '../bench/throughput.ts';
import { measureVotes } from '../bench/votes.ts';
import { measureWrites } from '../bench/writes.ts';
import { buildIfNeeded } from './building.ts';

// Measures the production build against the bars of docs/quality.md: `npm run bench`, with `-- --chapters N` for a larger
// library, `-- --votes N` for another number of voters, `-- --only search` for search (`--search N` chapters), with `-- --growth 1000000` for what becomes of the costs between
// 10,000 and a million chapters (an hour, and 10 GB).
// It pins nothing to a core: ratios come from one run, absolute times differ from machine to machine.
const { values } = parseArgs({
  options: {
    chapters: { type: 'string', default: '10000' },
    growth: { type: 'string' },
    votes: { type: 'string', default: '10000' },
    search: { type: 'string', default: '100000' },
    only: { type: 'string' },
  },
});
const STARTS = 3;
/** After so long without a request V8 has given back what the start left behind. */
const IDLE_MS = 15_000;

await buildIfNeeded();
const say = (text: string) => process.stderr.write(`${text}\n`);

async function measureAll(chapters: number, only: string | undefined): Promise<Figure[]> {
  const wanted = (part: string) => only === undefined || only.split(',').includes(part);
  const dataDir = await makeDataDir();
  const figures: Figure[] = [];
  try {
    let site = await startSubject(dataDir);
    try {
      const database = site.openDatabase();
      const filled = await fillLibrary(database.db, chapters, (done) => say(`  ${done} of ${chapters} chapters`));
      const mapped = await fillTree(database.db, MAP_CHAPTERS);
      await database.close();
      const starts: number[] = [];
      for (let i = 0; i < STARTS; i += 1) {
        await site.stop();
        site = await startSubject(dataDir);
        starts.push(site.startMs);
      }
      figures.push(
        cost('S10', 'start to the first page', median(starts) / 1000, 's', 2.5, 1.5, `${filled.chapters} chapters`),
      );
      await setTimeout(IDLE_MS);
      figures.push(cost('S10', 'memory idle', residentMb(site.pid), 'MB', 150, 110));
      const { storyId, chapterId } = filled.long[50]!;
      if (wanted('browser')) {
        say('The browser …');
        figures.push(...(await measureBrowser(site.url, `/story/${storyId}/chapter/${chapterId}`)));
      }
      if (wanted('map')) {
        say('The story map …');
        figures.push(...(await measureStoryMap(site.url, mapped)));
      }
      if (wanted('pages')) {
        say('Pages and calls …');
        figures.push(...(await measureKept(site, filled)));
      }
      if (wanted('writes')) {
        say('Writes …');
        figures.push(...(await measureWrites(site, filled)));
      }
      if (wanted('lives')) {
        say('Seven lives …');
        await site.stop();
        figures.push(...(await measureLives(site, filled, say)));
        site = await startSubject(dataDir);
      }
      if (wanted('votes')) {
        say('Votes …');
        figures.push(...(await measureVotes(site, Number(values.votes))));
      }
    } finally {
      await site.stop();
    }
  } finally {
    await removeDataDir(dataDir);
  }
  return figures.sort((a, b) => Number(a.bar.slice(1)) - Number(b.bar.slice(1)));
}

/** Only when asked for: it fills a library of its own, which takes longer than all the others together. */
async function measureSearchAlone(): Promise<Figure[]> {
  const dataDir = await makeDataDir();
  try {
    const site = await startSubject(dataDir);
    try {
      return await measureSearch(site, Number(values.search), say);
    } finally {
      await site.stop();
    }
  } finally {
    await removeDataDir(dataDir);
  }
}

async function measureParts(only: string | undefined): Promise<Figure[]> {
  const others = only === 'search' ? [] : await measureAll(Number(values.chapters), only);
  if (!only?.split(',').includes('search')) return others;
  say('Search …');
  return [...others, ...(await measureSearchAlone())];
}

const figures = values.growth ? await measureGrowth(Number(values.growth), say) : await measureParts(values.only);
console.log(table(figures));
const missed = figures.filter(isMissed).length;
console.log(missed === 0 ? '\nEvery bar is met.' : `\n${missed} bars are missed.`);
process.exitCode = missed === 0 ? 0 : 1;
