import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Figure, figure, isMissed, median, table } from '../bench/bars.ts';
import { measureBrowser } from '../bench/browser.ts';
import { measureChanges } from '../bench/changes.ts';
import { measureGarbage } from '../bench/garbage.ts';
import { measureGrowth } from '../bench/growth.ts';
import { fillLibrary } from '../bench/library.ts';
import { measureLives } from '../bench/lives.ts';
import { measureMigration } from '../bench/migration.ts';
import { measureOwnChanges } from '../bench/own-changes.ts';
import { residentMb } from '../bench/process.ts';
import { measureSearch } from '../bench/search.ts';
import { fillTree, MAP_CHAPTERS, measureStoryMap } from '../bench/story-map.ts';
import { makeDataDir, removeDataDir, startSubject } from '../bench/subjects.ts';
import { measureKept } from '../bench/throughput.ts';
import { measureVotes } from '../bench/votes.ts';
import { measureWrites } from '../bench/writes.ts';
import { buildIfNeeded } from './building.ts';

// Measures the production build against the bars of docs/quality.md: `npm run bench`, with `-- --chapters N` for a larger
// library, `-- --votes N` for another number of voters, `-- --own N` for another number of own changes that are read back,
// `-- --only search` for search (`--search N` chapters), with
// `-- --growth 1000000` for how costs grow from 10,000 to a million chapters (takes an hour and 10 GB; `--data FOLDER`
// keeps both libraries there and measures them again the next time), with
// `-- --migration 1000000` for how long such a library of the previous version takes to migrate.
// `-- --only A,B` measures only some groups: pages, lives, garbage, browser (or its parts loading, presses, members),
// map, writes, changes, own, votes, search. Start time and idle memory are always included, except for search alone.
// It pins nothing to a core: ratios come from one run, absolute times differ from machine to machine.
const { values } = parseArgs({
  options: {
    chapters: { type: 'string', default: '10000' },
    growth: { type: 'string' },
    data: { type: 'string' },
    migration: { type: 'string' },
    votes: { type: 'string', default: '10000' },
    own: { type: 'string', default: '10000' },
    search: { type: 'string', default: '100000' },
    only: { type: 'string' },
  },
});
const STARTS = 3;
/** After this time without a request, V8 has freed the memory that startup used. */
const IDLE_MS = 15_000;

await buildIfNeeded();
const say = (text: string) => process.stderr.write(`${text}\n`);

async function measureAll(chapters: number, only: string | undefined): Promise<Figure[]> {
  const wanted = (...parts: string[]) => only === undefined || parts.some((part) => only.split(',').includes(part));
  const dataDir = await makeDataDir();
  const figures: Figure[] = [];
  // Also prints results right away, so that a group that fails in a run of half an hour doesn't lose them.
  const add = (...more: Figure[]) => {
    figures.push(...more);
    say(table(more).split('\n').slice(2).join('\n'));
  };
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
      add(figure('start', median(starts) / 1000, `${filled.chapters} chapters`));
      await setTimeout(IDLE_MS);
      add(figure('idle', residentMb(site.pid), `${IDLE_MS / 1000} s after the last request`));
      if (wanted('browser', 'loading', 'presses', 'members')) {
        const part = (name: string) => wanted('browser', name);
        add(...(await measureBrowser(site, filled, part, say)));
      }
      if (wanted('map')) {
        say('The story map …');
        add(...(await measureStoryMap(site.url, mapped)));
      }
      if (wanted('pages')) {
        say('Pages and calls …');
        await measureKept(site, filled, add);
      }
      if (wanted('writes')) {
        say('Writes …');
        add(...(await measureWrites(site, filled)));
      }
      if (wanted('changes')) {
        say('Changes …');
        add(...(await measureChanges(site)));
      }
      if (wanted('own')) {
        say('Own changes …');
        add(...(await measureOwnChanges(site, Number(values.own))));
      }
      if (wanted('lives', 'garbage')) {
        await site.stop();
        if (wanted('lives')) {
          say('Seven lives …');
          add(...(await measureLives(site, filled, say)));
        }
        if (wanted('garbage')) {
          say('Garbage …');
          add(...(await measureGarbage(site, filled)));
        }
        site = await startSubject(dataDir);
      }
      if (wanted('votes')) {
        say('Votes …');
        add(...(await measureVotes(site, Number(values.votes))));
      }
    } finally {
      await site.stop();
    }
  } finally {
    await removeDataDir(dataDir);
  }
  return figures.sort((a, b) => Number(a.bar.slice(1)) - Number(b.bar.slice(1)));
}

/** Measured only on request: it fills a library of its own, which takes longer than all other groups together. */
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

function measureWanted(): Promise<Figure[]> {
  if (values.growth) return measureGrowth(Number(values.growth), values.data, say);
  if (values.migration) return measureMigration(Number(values.migration), say);
  return measureParts(values.only);
}

const figures = await measureWanted();
console.log(table(figures));
const missed = figures.filter(isMissed).length;
console.log(missed === 0 ? '\nEvery bar is met.' : `\n${missed} bars are missed.`);
process.exitCode = missed === 0 ? 0 : 1;
