import { setTimeout } from 'node:timers/promises';
import { LANGUAGES } from '#core/languages.ts';
import { ownCpuSeconds } from '../tools/cpu.ts';
import { cost, type Figure, median, ratio } from './bars.ts';
import type { Filled } from './library.ts';
import { get, type LoadResult, load } from './load.ts';
import { residentMb } from './process.ts';
import { type Answer, type Bare, fetchAnswer, type Subject, startBare } from './subjects.ts';

/** Turns of both sides, one after the other: what else the machine does comes and goes within seconds. */
const ROUNDS = 12;
const SECONDS = 0.75;
const RECOMPRESSING_MS = 300;
export const BR = { 'accept-encoding': 'br' };

interface Side {
  readonly perSecond: number;
  /** Requests that one second of the server's CPU answers. */
  readonly perCpuSecond: number;
  readonly result: LoadResult;
}

/** Long enough for the compiler to have seen the path: a bar is about a server that has been running. */
const WARM_UP_SECONDS = 4;

/** One side of a comparison: who answers, and what it is asked. */
interface Asked {
  readonly server: { readonly origin: string; readonly pid: number };
  request: () => Buffer;
  /** Statuses that count as right; 200 alone unless told. */
  readonly right?: readonly number[];
}

function loadOf({ server, request, right }: Asked, seconds: number): Promise<LoadResult> {
  const options = { origin: server.origin, connections: 16, seconds, request, warmUp: false };
  return load(right ? { ...options, right } : options);
}

async function measure(asked: Asked): Promise<Side> {
  const before = ownCpuSeconds(asked.server.pid);
  const result = await loadOf(asked, SECONDS);
  if (Object.keys(result.wrong).length > 0) throw new Error(`Wrong answers: ${JSON.stringify(result.wrong)}`);
  return {
    perSecond: result.perSecond,
    perCpuSecond: result.requests / (ownCpuSeconds(asked.server.pid) - before),
    result,
  };
}

interface Compared {
  /** The smaller of the ratios by rate and by CPU time: the load client may be slower than either server. */
  readonly ratio: number;
  readonly note: string;
}

/** Both sides in turns; the middle of the ratios of each turn. */
export async function compare(site: Asked, bare: Asked): Promise<Compared> {
  const rates: number[] = [];
  const costs: number[] = [];
  const mine: Side[] = [];
  const theirs: Side[] = [];
  for (const side of [site, bare]) await loadOf(side, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    const a = await measure(site);
    const b = await measure(bare);
    rates.push(a.perSecond / b.perSecond);
    costs.push(a.perCpuSecond / b.perCpuSecond);
    mine.push(a);
    theirs.push(b);
  }
  const rate = median(rates);
  const cpu = median(costs);
  const own = median(mine.map(({ perSecond }) => perSecond));
  const other = median(theirs.map(({ perSecond }) => perSecond));
  const p99 = median(mine.map(({ result }) => result.p99));
  return {
    ratio: Math.min(rate, cpu),
    note: `${Math.round(own)} of ${Math.round(other)} a second, p99 ${p99.toFixed(1)} ms; by rate ${rate.toFixed(2)}, by CPU ${cpu.toFixed(2)}`,
  };
}

/** A kept answer. What is asked for again is compressed anew, and well; the bare server gets those bytes. */
export async function fetchKept(site: Subject, path: string): Promise<Answer> {
  for (let i = 0; i < 2; i += 1) await fetchAnswer(site.url, path);
  await setTimeout(RECOMPRESSING_MS);
  return fetchAnswer(site.url, path);
}

/** S1, S2, S6: what is kept, held against a bare server with the same bytes. */
export async function measureKept(site: Subject, filled: Filled): Promise<Figure[]> {
  const { storyId, chapterId } = filled.long[50]!;
  const paths = {
    chapter: `/story/${storyId}/chapter/${chapterId}`,
    story: `/story/${storyId}`,
    home: '/',
    'chapter/detail': `/api/chapter/detail?chapterId=${chapterId}`,
    'story/detail': `/api/story/detail?storyId=${storyId}`,
    'story/home': '/api/story/home',
  };
  const answers: Record<string, Answer> = {};
  for (const [name, path] of Object.entries(paths)) answers[name] = await fetchKept(site, path);
  const html = await (await fetch(`${site.url}${paths.chapter}`)).text();
  const bare = await startBare(Object.values(answers), html);
  const mine = { origin: site.url, pid: site.pid };
  try {
    const figures: Figure[] = [];
    const both = (bytes: Buffer, right: readonly number[] = [200]) => {
      const asked = { request: () => bytes, right };
      return compare({ ...asked, server: mine }, { ...asked, server: bare });
    };
    for (const name of ['chapter', 'story', 'home'] as const) {
      const { ratio: value, note } = await both(get(paths[name], BR));
      figures.push(ratio('S1', `${name} page, kept ÷ bare`, value, 0.7, 0.84, note));
    }
    const known = { ...BR, 'if-none-match': answers.chapter!.headers.etag! };
    const notModified = await both(get(paths.chapter, known), [304]);
    figures.push(ratio('S2', '304 ÷ bare 304', notModified.ratio, 0.7, 0.85, notModified.note));
    for (const name of ['chapter/detail', 'story/detail', 'story/home'] as const) {
      const { ratio: value, note } = await both(get(paths[name], BR));
      figures.push(ratio('S6', `GET ${name} ÷ bare`, value, 0.5, 0.7, note));
    }
    figures.push(...(await measureUncached(site, filled, bare)));
    return figures;
  } finally {
    bare.stop();
  }
}

/** Addresses of long chapters in all languages, one after the other, none of them asked for before. */
export function unseenPages(filled: Filled): () => Buffer {
  let turn = 0;
  return () => {
    const { storyId, chapterId } = filled.long[turn % filled.long.length]!;
    const language = LANGUAGES[Math.floor(turn / filled.long.length)];
    if (!language) throw new Error('Every page was seen');
    turn += 1;
    return get(`/story/${storyId}/chapter/${chapterId}?t=${language}`, BR);
  };
}

/** S3, S4, S5: pages that nobody asked for yet. */
async function measureUncached(site: Subject, filled: Filled, bare: Bare): Promise<Figure[]> {
  const unseen = unseenPages(filled);
  const rendering = get('/render');
  const missesBefore = await misses(site);
  let asked = 0;
  const counted = () => {
    asked += 1;
    return unseen();
  };
  const own: Asked = { server: { origin: site.url, pid: site.pid }, request: counted };
  const plain: Asked = { server: bare, request: () => rendering };
  for (const side of [own, plain]) await loadOf(side, WARM_UP_SECONDS);
  const cpuBefore = await site.cpu();
  const askedBefore = asked;
  const ratios: number[] = [];
  const rates: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const a = await measure(own);
    const b = await measure(plain);
    ratios.push(a.perSecond / b.perSecond);
    rates.push([a.perSecond, b.perSecond]);
  }
  const cpu = await site.cpu();
  const ms = (seconds: number) => ((seconds * 1000) / (asked - askedBefore)).toFixed(2);
  const [mine, theirs] = [0, 1].map((side) => Math.round(median(rates.map((pair) => pair[side]!))));
  const note = `${mine} of ${theirs} a second; CPU a page ${ms(cpu.server - cpuBefore.server)} ms, database ${ms(cpu.database - cpuBefore.database)} ms`;
  const short = { origin: site.url, seconds: 1.5, request: counted };
  const alone = await load({ ...short, connections: 1 });
  const some = await load({ ...short, connections: 16 });
  const many = await load({ ...short, connections: 64 });
  const underLoad = residentMb(site.pid);
  if ((await misses(site)) - missesBefore < asked) throw new Error('Some of the uncached pages came from the cache');
  return [
    ratio('S3', 'uncached chapter page ÷ renderToString', median(ratios), 0.07, 0.22, note),
    cost('S4', 'uncached, p50 at 1 connection', alone.p50, 'ms', 4, 1.5),
    cost('S4', 'uncached, p99 at 16', some.p99, 'ms', 120, 50, `${Math.round(some.perSecond)} a second`),
    cost('S4', 'uncached, p99 ÷ p50 at 64', many.p99 / many.p50, '', 5, 3, `p50 ${many.p50.toFixed(0)} ms`),
    await stampede(site, filled),
    cost('S10', 'memory under load', underLoad, 'MB', 350, 230),
  ];
}

/** Answers made anew since the start, as the site counts them itself. */
async function misses(site: Subject): Promise<number> {
  const text = await (await fetch(`${site.url}/metrics`)).text();
  return Number(/^skein_cache_misses (\d+)/m.exec(text)?.[1]);
}

async function stampede(site: Subject, filled: Filled): Promise<Figure> {
  const before = await misses(site);
  const { storyId, chapterId } = filled.long.at(-1)!;
  const request = get(`/story/${storyId}/chapter/${chapterId}`, BR);
  await load({ origin: site.url, connections: 64, seconds: 5, most: 64, request: () => request, warmUp: false });
  return cost('S5', 'renders for 64 simultaneous first requests', (await misses(site)) - before, '', 2, 1);
}
