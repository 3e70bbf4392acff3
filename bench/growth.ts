import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { to } from '#core/pages.ts';
import { purgeDeletedDrafts } from '#features/chapters/server/chapter-erasure.repo.ts';
import { purgeDeletedTranslations } from '#features/translation/server/author-erasure.repo.ts';
import type { DB } from '#platform/db/schema.ts';
import { createDemoApi } from '../scripts/demo/api.ts';
import { cost, type Figure, median, ratio } from './bars.ts';
import { compare } from './compare.ts';
import { type Filled, filledLibrary, fillLibrary } from './library.ts';
import { get, load } from './load.ts';
import { residentMb } from './process.ts';
import { makeDataDir, removeDataDir, type Subject, startBare, startSubject } from './subjects.ts';
import { fetchKept } from './throughput.ts';
import { unseenPages } from './uncached.ts';
import { makeWriter, publishingTimes } from './writes.ts';

/** Number of chapters at the start. The caller chooses the number at the end. */
const SMALL = 10_000;
const SECONDS = 3;
/** Both libraries are measured in turn, because the speed of the machine changes from hour to hour. */
const ROUNDS = 3;
const PURGES = 9;

interface Measured {
  readonly chapters: number;
  /** Compared with a bare server at the same time. */
  readonly keptRatio: number;
  readonly uncachedP50: number;
  readonly listP50: number;
  readonly rareP50: number;
  readonly commonP50: number;
  readonly publishP50: number;
  /** The hourly purge, which must find the few deleted rows without reading the tables. */
  readonly purgeMs: number;
  readonly idleMb: number;
  readonly startMs: number;
  readonly diskPerText: number;
}

async function p50(site: Subject, path: string): Promise<number> {
  const request = get(path);
  const once = { origin: site.url, connections: 1, request: () => request };
  await load({ ...once, seconds: 0.5 });
  return (await load({ ...once, seconds: SECONDS })).p50;
}

async function keptRatio(site: Subject, path: string): Promise<number> {
  const bare = await startBare([await fetchKept(site, path)]);
  try {
    const bytes = get(path, { 'accept-encoding': 'br' });
    const sides = [{ origin: site.url, pid: site.pid }, bare].map((server) => ({ server, request: () => bytes }));
    return (await compare(sides[0]!, sides[1]!)).byCpu;
  } finally {
    bare.stop();
  }
}

/** Returns the bytes on disk per byte of text. */
async function diskPerText(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ ratio: string }>`
    with sample as (
      select (select sum(octet_length(block #>> '{content,0,text}')) from jsonb_array_elements(document -> 'content') block) as bytes
      from chapter_texts where chapter_id % 97 = 0)
    select pg_database_size(current_database()) / (avg(bytes) * (select count(*) from chapter_texts)) as ratio from sample`.execute(
    db,
  );
  return Number(rows[0]!.ratio);
}

async function measureAt(site: Subject, filled: Filled, startMs: number): Promise<Measured> {
  const database = site.openDatabase();
  const { storyId, chapterId } = filled.long[50]!;
  const idleMb = residentMb(site.pid);
  try {
    const kept = await keptRatio(site, to.chapter({ storyId, chapterId }));
    const unseen = unseenPages(filled);
    const uncached = await load({ origin: site.url, connections: 1, seconds: SECONDS, request: unseen });
    const api = createDemoApi(site.url);
    // Another writer and other texts in each round: the automatic check would find the same texts to be copies.
    const seed = Date.now() % 1_000_000_000;
    const { token } = await makeWriter(api, site, `grower-${seed}`);
    const times = await publishingTimes(api, token, seed);
    return {
      chapters: filled.chapters,
      keptRatio: kept,
      uncachedP50: uncached.p50,
      listP50: await p50(site, '/api/story/search?sort=recent_popular'),
      rareP50: await p50(site, `/api/story/search?q=${encodeURIComponent(await aTitle(database.db))}`),
      commonP50: await p50(site, '/api/story/search?q=and%20the'),
      publishP50: times[Math.floor(times.length / 2)]!,
      purgeMs: await purgeMs(database.db),
      idleMb,
      startMs,
      diskPerText: await diskPerText(database.db),
    };
  } finally {
    await database.close();
  }
}

/** Returns the time of the hourly purge of chapters and translations that were deleted long ago. */
async function purgeMs(db: Kysely<DB>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < PURGES; i += 1) {
    const begun = performance.now();
    await purgeDeletedDrafts({ db });
    await purgeDeletedTranslations({ db });
    times.push(performance.now() - begun);
  }
  return median(times);
}

/** Returns the first word of a story’s title, which no other title has. */
async function aTitle(db: Kysely<DB>): Promise<string> {
  const { title } = await db.selectFrom('stories').select('title').orderBy('id').limit(1).executeTakeFirstOrThrow();
  return (title ?? '').split(' ', 1)[0]!;
}

/** A data folder with a filled library. */
interface Library {
  readonly dataDir: string;
  readonly filled: Filled;
}

/** Returns the library of this size in the folder. Fills it if it isn’t there yet. */
async function libraryOf(folder: string, size: number, say: (text: string) => void): Promise<Library> {
  const dataDir = join(folder, String(size));
  const mark = join(dataDir, 'filled');
  const isThere = existsSync(mark);
  // One that was interrupted while it was filled can’t be continued.
  if (!isThere) await rm(dataDir, { recursive: true, force: true });
  // As root, the database runs as another user, who must be able to enter the folder.
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const site = await startSubject(dataDir);
  try {
    const database = site.openDatabase();
    if (!isThere) {
      await fillLibrary(database.db, size, (done) => say(`  ${done} of ${size} chapters`));
      await writeFile(mark, '');
    }
    const filled = await filledLibrary(database.db, size);
    await database.close();
    return { dataDir, filled };
  } finally {
    await site.stop();
  }
}

/** Starts the site, and measures it unless that start only loads the files of the database into memory. */
async function measureOnce({ dataDir, filled }: Library, isWarmUp: boolean): Promise<Measured | null> {
  const site = await startSubject(dataDir);
  try {
    return isWarmUp ? null : await measureAt(site, filled, site.startMs);
  } finally {
    await site.stop();
  }
}

function medians(rounds: readonly Measured[]): Measured {
  const names = Object.keys(rounds[0]!) as (keyof Measured)[];
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((round) => round[name]))])) as Record<
    keyof Measured,
    number
  >;
}

/**
 * Measures how costs grow from 10,000 chapters to this number, with a warm working set. Keeps the libraries in `folder`,
 * if there is one, and measures those that are already there.
 */
export async function measureGrowth(
  chapters: number,
  folder: string | undefined,
  say: (text: string) => void,
): Promise<Figure[]> {
  const parent = folder ?? (await makeDataDir());
  try {
    const libraries = [await libraryOf(parent, SMALL, say), await libraryOf(parent, chapters, say)];
    const measured = libraries.map((): Measured[] => []);
    for (let round = 0; round <= ROUNDS; round += 1) {
      say(round === 0 ? 'Starting …' : `Measuring, round ${round} of ${ROUNDS} …`);
      for (const [i, library] of libraries.entries()) {
        const once = await measureOnce(library, round === 0);
        if (once) measured[i]!.push(once);
      }
    }
    return compared(medians(measured[0]!), medians(measured[1]!));
  } finally {
    if (folder === undefined) await removeDataDir(parent);
  }
}

function compared(small: Measured, large: Measured): Figure[] {
  const both = (name: keyof Measured, unit: string) => {
    const short = (value: number) => (value < 10 ? value.toFixed(2) : Math.round(value));
    return `${short(small[name])} → ${short(large[name])} ${unit}, ${small.chapters} → ${large.chapters} chapters`;
  };
  const times = (what: string, name: keyof Measured, unit: string, must: number, aim = must) =>
    cost('G', what, large[name] / small[name], '×', must, aim, both(name, unit));
  return [
    ratio('G', 'kept page', large.keptRatio / small.keptRatio, 0.95, 0.95, both('keptRatio', 'of a bare server')),
    times('uncached page, p50', 'uncachedP50', 'ms', 1.3, 1.1),
    times('lists, p50', 'listP50', 'ms', 1.5),
    times('search of a rare word, p50', 'rareP50', 'ms', 2),
    times('search of a common word, p50', 'commonP50', 'ms', 8),
    times('publishing a chapter, p50', 'publishP50', 's', 1.5),
    times('hourly purge, p50', 'purgeMs', 'ms', 1.5),
    times('memory idle', 'idleMb', 'MB', 1.1),
    times('start', 'startMs', 'ms', 1.1),
    cost('G', 'disk ÷ text', large.diskPerText, '', 3, 3),
  ];
}
