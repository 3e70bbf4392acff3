/** A limit from docs/quality.md: the required value and the target. */
interface Bar {
  readonly bar: string;
  readonly what: string;
  readonly unit: string;
  readonly must: number;
  readonly aim: number;
  /** Whether a larger figure is better. */
  readonly more: boolean;
}

/** A measured value with its limits. */
export interface Figure extends Bar {
  readonly value: number;
  readonly note?: string;
}

/** Limit for a ratio, where more is better. */
const least = (bar: string, what: string, must: number, aim: number): Bar => {
  return { bar, what, unit: '', must, aim, more: true };
};
/** Limit for a cost, where less is better. */
const most = (bar: string, what: string, unit: string, must: number, aim: number): Bar => {
  return { bar, what, unit, must, aim, more: false };
};

const alone = (page: string) => most('S4', `uncached ${page}, p50 at 1 connection`, 'ms', 2.5, 1.5);
const some = (page: string) => most('S4', `uncached ${page}, p99 at 16`, 'ms', 60, 40);
const many = (page: string) => most('S4', `uncached ${page}, p99 ÷ p50 at 64`, '', 3, 2);
const garbage = (page: string) => most('S4', `garbage of an uncached ${page}`, 'MB', 1, 0.5);

/** All limits, except those of growth (`growth.ts`) and `WRITE_BARS`. */
export const BARS = {
  keptLives: least('S1', 'chapter page, kept ÷ bare by CPU, worst of seven lives', 0.85, 0.95),
  markCompacts: most('S1', 'mark-compacts a second meanwhile, worst life', '', 1, 0.2),
  keptChapter: least('S1', 'chapter page, kept ÷ bare by CPU', 0.85, 0.95),
  keptStory: least('S1', 'story page, kept ÷ bare by CPU', 0.85, 0.95),
  keptHome: least('S1', 'home page, kept ÷ bare by CPU', 0.85, 0.95),
  notModified: least('S2', '304 ÷ bare 304 by CPU', 0.9, 0.97),
  rendered: least('S3', 'uncached chapter page ÷ renderToString', 0.15, 0.22),
  chapterAlone: alone('chapter'),
  chapterSome: some('chapter'),
  chapterMany: many('chapter'),
  chapterGarbage: garbage('chapter'),
  storyAlone: alone('story'),
  storySome: some('story'),
  storyMany: many('story'),
  storyGarbage: garbage('story'),
  homeAlone: alone('home'),
  homeSome: some('home'),
  stampede: most('S5', 'renders for 64 simultaneous first requests', '', 1, 1),
  chapterCall: least('S6', 'GET chapter/detail ÷ bare by CPU', 0.8, 0.95),
  storyCall: least('S6', 'GET story/detail ÷ bare by CPU', 0.8, 0.95),
  homeCall: least('S6', 'GET story/home ÷ bare by CPU', 0.8, 0.95),
  scriptBefore: most('S7', 'JavaScript of a chapter before the first interaction, gzip', 'KB', 6, 6),
  scriptReader: most('S7', 'all that a reader needs without React, with log-in and a member’s head', 'KB', 20, 15),
  scriptReact: most('S7', 'with the first part made with React', 'KB', 100, 90),
  memberScript: most('S7', 'JavaScript of a member’s story page', 'KB', 20, 20),
  memberRequests: most('S7', 'requests of it', '', 8, 6),
  slotScript: most('S7', 'JavaScript that comes once its parts are near', 'KB', 110, 110),
  slotFiles: most('S7', 'in so many files', '', 3, 3),
  firstBytes: most('S8', 'first load of a chapter', 'KB', 28, 22),
  firstRequests: most('S8', 'requests of it', '', 4, 3),
  lcp: most('S9', 'slow 4G, a chapter: LCP', 'ms', 600, 540),
  lcpRatio: most('S9', 'LCP ÷ that of its HTML alone', '', 1.25, 1.1),
  blocked: most('S9', 'blocking time', 'ms', 10, 0),
  cls: most('S9', 'CLS', '', 0, 0),
  loginAtOnce: most('S9', 'press on “Log in” at the first paint → form', 'ms', 100, 50),
  loginAtOnceRequests: most('S9', 'requests of it', '', 0, 0),
  loginLater: most('S9', 'press on “Log in” 5 s later → form', 'ms', 100, 50),
  loginLaterRequests: most('S9', 'requests of it', '', 0, 0),
  register: most('S9', 'from there to the form for registering', 'ms', 1000, 600),
  registerRequests: most('S9', 'requests of it', '', 3, 3),
  headFirst: most('S9', 'a member’s head, first page', 'ms', 1000, 800),
  headLater: most('S9', 'a member’s head after the first paint, second page', 'ms', 0, 0),
  ownLists: most('S9', 'a member’s own lists of home', 'ms', 1500, 1000),
  nextAhead: most('S9', 'press on the next chapter, fetched ahead → first paint', 'ms', 200, 150),
  nextAheadFast: most('S9', 'the same with CPU ÷ 1', 'ms', 100, 70),
  nextAtOnce: most('S9', 'press on the next chapter, not fetched ahead → first paint', 'ms', 400, 280),
  typing: most('S9', 'typing in the writing room', 'ms', 2500, 1800),
  start: most('S10', 'start to the first page', 's', 1.2, 0.7),
  idle: most('S10', 'memory idle', 'MB', 120, 100),
  underLoad: most('S10', 'memory under load', 'MB', 260, 200),
  autosave: most('S11', 'autosave of 2,000 words, p99 at 16', 'ms', 45, 25),
  markRead: most('S11', 'mark a chapter as read, p99 at 16', 'ms', 25, 12),
  vote: most('S11', 'cast a vote, p99 at 16', 'ms', 25, 12),
  published: most('S12', 'submission to published, p95', 's', 5, 1),
  heard: most('S13', 'a change reaches another process, p99', 'ms', 100, 20),
  telling: least('S13', '8 writers that notify other processes ÷ 8 that don’t, by commits', 0.5, 0.8),
  ownOld: most('S13', 'own changes read back at once through another process: old', '', 0, 0),
  mapUsable: most('M1', 'story map: first usable picture', 'ms', 1000, 700),
  mapFar: most('M1', 'longest task while panning, from afar', 'ms', 50, 0),
  mapNear: most('M1', 'longest task while panning, near', 'ms', 50, 0),
  votes: most('M2', '10,000 votes a minute, p99', 'ms', 500, 100),
  votesLost: most('M2', 'of them not counted', '', 0, 0),
  searchP95: most('C1', 'search, p95', 'ms', 150, 50),
  searchMissing: most('C1', 'of five words not found among the first five', '', 0, 0),
  searchIndex: most('C1', 'index of the library', 'min', 60, 10),
} satisfies Record<string, Bar>;

/** Returns a measured value with its limits. Pass `what` if several measurements share a limit. */
export function figure(bar: keyof typeof BARS, value: number, note = '', what = BARS[bar].what): Figure {
  return { ...BARS[bar], what, value, note };
}

/** Limits for a write (S11) in milliseconds: p99 at 16 connections, and CPU time of the Node process. */
export const WRITE_BARS = {
  save: { must: 45, aim: 25 },
  saveCpu: { must: 1.5, aim: 1 },
  read: { must: 25, aim: 12 },
} as const;

/** Pages are measured as on a first visit, without what the service worker loads afterwards for offline reading. */
export const FIRST_VISIT = { locale: 'en', serviceWorkers: 'block' } as const;

/** Returns the limits of this name from `BARS`. Falls back to the ones passed if there are none. */
const named = (bar: Bar): Bar =>
  Object.values<Bar>(BARS).find((one) => one.bar === bar.bar && one.what === bar.what) ?? bar;

/** Returns a ratio with its limits. Limits in `BARS` take precedence over the ones passed. */
export function ratio(bar: string, what: string, value: number, must: number, aim: number, note?: string): Figure {
  return { ...named(least(bar, what, must, aim)), value, ...(note ? { note } : {}) };
}

/** Returns a cost with its limits. Limits in `BARS` take precedence over the ones passed. */
export function cost(
  bar: string,
  what: string,
  value: number,
  unit: string,
  must: number,
  aim: number,
  note?: string,
): Figure {
  return { ...named(most(bar, what, unit, must, aim)), value, ...(note ? { note } : {}) };
}

function reaches({ value, more }: Figure, limit: number): boolean {
  return more ? value >= limit : value <= limit;
}

/** A value that couldn't be measured (NaN) also counts as missed. */
export function isMissed(figure: Figure): boolean {
  return !reaches(figure, figure.must);
}

function short(value: number): string {
  if (Number.isNaN(value)) return 'not reached';
  if (Number.isInteger(value)) return String(value);
  return value < 10 ? value.toFixed(value < 1 ? 3 : 2) : value.toFixed(value < 100 ? 1 : 0);
}

/** Returns all figures as a Markdown table for docs/quality.md. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const sign = figure.more ? '≥' : '≤';
    const verdict = isMissed(figure) ? '**missed**' : reaches(figure, figure.aim) ? 'aim' : 'must';
    const { unit } = figure;
    const cell = (limit: number) => `${sign} ${short(limit)}${unit && ` ${unit}`}`;
    const value = Number.isNaN(figure.value) ? short(figure.value) : `${short(figure.value)}${unit && ` ${unit}`}`;
    return `| ${figure.bar} | ${figure.what} | ${value} | ${cell(figure.must)} | ${cell(figure.aim)} | ${verdict} | ${figure.note ?? ''} |`;
  });
  return ['| Bar | What | Measured | Must | Aim | | |', '|---|---|---|---|---|---|---|', ...rows].join('\n');
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
