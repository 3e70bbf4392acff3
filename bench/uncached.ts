import { setTimeout } from 'node:timers/promises';
import { LANGUAGES } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import { wakeNotifier } from '#platform/db/notifier.ts';
import { type BARS, type Figure, figure, median } from './bars.ts';
import { type Asked, loadOf, WARM_UP_SECONDS } from './compare.ts';
import type { Filled } from './library.ts';
import { BR, get, type LoadResult, load, quantile } from './load.ts';
import { residentMb } from './process.ts';
import type { Bare, Subject } from './subjects.ts';

const ROUNDS = 12;
const TURN_SECONDS = 0.5;
const SECONDS = 1.5;

type Requests = () => Buffer;

/** Returns a request for the next URL on each call. Throws after the last one. */
function oneByOne(address: (n: number) => string | null): Requests {
  let n = 0;
  return () => {
    const path = address(n);
    if (path === null) throw new Error('There are no more uncached pages');
    n += 1;
    return get(path, BR);
  };
}

/** Long chapters in all languages of the site. */
export function unseenPages({ long }: Filled): Requests {
  return oneByOne((n) => {
    const { storyId, chapterId } = long[n % long.length]!;
    const language = LANGUAGES[Math.floor(n / long.length)];
    return language ? to.chapter({ storyId, chapterId }, { t: language }) : null;
  });
}

/** Stories in all combinations of site language, text language and order. */
function unseenStories({ stories }: Filled): Requests {
  const kinds = LANGUAGES.flatMap((language) =>
    LANGUAGES.flatMap((texts) => ['', '&order=newest'].map((order) => `t=${language}&lang=${texts}${order}`)),
  );
  return oneByOne((n) => {
    const kind = kinds[Math.floor(n / stories.length)];
    return kind ? `${to.story({ storyId: stories[n % stories.length]! })}?${kind}` : null;
  });
}

/** Every home page that can be cached: one per language, with and without the language in the URL. */
const HOMES = LANGUAGES.flatMap((language) => [
  get(`/?t=${language}`, BR),
  get('/', { ...BR, 'accept-language': language }),
]);
const WAVES = 20;
/** Time for an invalidation to reach the site, in ms. */
const NOTICE_MS = 50;

/**
 * S4: home pages, of which there are only a few URLs. Drops them all from the cache, requests each once, and repeats
 * that.
 */
async function measureHomes(site: Subject): Promise<Figure[]> {
  const database = site.openDatabase();
  const times = async (connections: number) => {
    const all: number[] = [];
    for (let wave = 0; wave < WAVES; wave += 1) {
      await invalidateCacheTags({ db: database.db }, 'home');
      await wakeNotifier(database.db);
      await setTimeout(NOTICE_MS);
      const once = { origin: site.url, connections, seconds: 10, most: HOMES.length, warmUp: false };
      const result = await load({ ...once, request: (n) => HOMES[n]! });
      refuseWrong(result);
      all.push(...result.times);
    }
    return Float64Array.from(all).sort();
  };
  try {
    const before = await misses(site);
    const [one, sixteen] = [await times(1), await times(HOMES.length)];
    const missed = (await misses(site)) - before;
    if (missed < one.length + sixteen.length) throw new Error('Some of the home pages came from the cache');
    return [figure('homeAlone', quantile(one, 0.5)), figure('homeSome', quantile(sixteen, 0.99), 'all at once')];
  } finally {
    await database.close();
  }
}

type Name = keyof typeof BARS;
interface Kind {
  readonly alone: Name;
  readonly some: Name;
  readonly many: Name;
  readonly garbage: Name;
  addresses: (filled: Filled) => Requests;
}

/** The kinds of pages that S4 measures, besides home. */
export const UNCACHED: readonly Kind[] = [
  {
    ...{ alone: 'chapterAlone', some: 'chapterSome', many: 'chapterMany', garbage: 'chapterGarbage' },
    addresses: unseenPages,
  },
  {
    ...{ alone: 'storyAlone', some: 'storySome', many: 'storyMany', garbage: 'storyGarbage' },
    addresses: unseenStories,
  },
];

/** Throws if a response has a wrong status: an overloaded server returns 503 without rendering a page. */
export function refuseWrong({ wrong }: LoadResult): void {
  if (Object.keys(wrong).length > 0) throw new Error(`Wrong responses: ${JSON.stringify(wrong)}`);
}

/** S3, S4, S5, S10: pages that aren’t cached yet. */
export async function measureUncached(site: Subject, filled: Filled, bare: Bare): Promise<Figure[]> {
  const missesBefore = await misses(site);
  let asked = 0;
  const counted = (requests: Requests) => () => {
    asked += 1;
    return requests();
  };
  const figures: Figure[] = [];
  for (const { alone, some, many, addresses } of UNCACHED) {
    const request = counted(addresses(filled));
    // S3 also warms up the chapter pages.
    if (alone === 'chapterAlone') figures.push(await measureRendering(site, request, bare));
    else refuseWrong(await loadOf({ server: { origin: site.url, pid: site.pid }, request }, WARM_UP_SECONDS));
    const short = { origin: site.url, seconds: SECONDS, request, warmUp: false };
    const one = await load({ ...short, connections: 1 });
    const sixteen = await load({ ...short, connections: 16 });
    const crowd = await load({ ...short, connections: 64 });
    for (const result of [one, sixteen, crowd]) refuseWrong(result);
    figures.push(
      figure(alone, one.p50),
      figure(some, sixteen.p99, `${Math.round(sixteen.perSecond)} a second`),
      figure(many, crowd.p99 / crowd.p50, `p50 ${crowd.p50.toFixed(0)} ms`),
    );
  }
  figures.push(...(await measureHomes(site)));
  const underLoad = residentMb(site.pid);
  if ((await misses(site)) - missesBefore < asked) throw new Error('Some of the uncached pages came from the cache');
  return [...figures, await stampede(site, filled), figure('underLoad', underLoad, `after ${asked} uncached pages`)];
}

/** S3: full pages, compared with `renderToString` of a page without data. */
async function measureRendering(site: Subject, request: Requests, bare: Bare): Promise<Figure> {
  const rendering = get('/render');
  let pages = 0;
  const own: Asked = {
    server: { origin: site.url, pid: site.pid },
    request() {
      pages += 1;
      return request();
    },
  };
  const plain: Asked = { server: bare, request: () => rendering };
  for (const side of [own, plain]) refuseWrong(await loadOf(side, WARM_UP_SECONDS));
  const cpuBefore = await site.cpu();
  const pagesBefore = pages;
  const rates: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const a = await loadOf(own, TURN_SECONDS);
    const b = await loadOf(plain, TURN_SECONDS);
    for (const result of [a, b]) refuseWrong(result);
    rates.push([a.perSecond, b.perSecond]);
  }
  const cpu = await site.cpu();
  const ms = (seconds: number) => ((seconds * 1000) / (pages - pagesBefore)).toFixed(2);
  const [mine, theirs] = [0, 1].map((side) => Math.round(median(rates.map((pair) => pair[side]!))));
  const note = `${mine} of ${theirs} a second; CPU a page ${ms(cpu.server - cpuBefore.server)} ms, database ${ms(cpu.database - cpuBefore.database)} ms`;
  return figure('rendered', median(rates.map(([a, b]) => a / b)), note);
}

/** Cache misses since startup, from the site’s own metrics. */
async function misses(site: Subject): Promise<number> {
  const text = await (await fetch(`${site.url}/metrics`)).text();
  return Number(/^skein_cache_misses (\d+)/m.exec(text)?.[1]);
}

async function stampede(site: Subject, filled: Filled): Promise<Figure> {
  const before = await misses(site);
  const { storyId, chapterId } = filled.long.at(-1)!;
  const request = get(to.chapter({ storyId, chapterId }), BR);
  await load({ origin: site.url, connections: 64, seconds: 5, most: 64, request: () => request, warmUp: false });
  return figure('stampede', (await misses(site)) - before);
}
