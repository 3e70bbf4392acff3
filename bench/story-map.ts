import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Kysely, sql } from 'kysely';
import { to } from '#core/pages.ts';
import type { DB } from '#platform/db/schema.ts';
import { CHROMIUM_ARGS, wholeChromium } from '../tools/chromium.ts';
import { FIRST_VISIT, type Figure, figure, median } from './bars.ts';

/** CPU slowdown factor, as in the bar. */
const SLOWER = 4;
const RUNS = 5;
export const MAP_CHAPTERS = 2000;
const HANDS = 24;
const WAYS_MAX = 8;
/** Steps of a pan, one per frame. */
const STEPS = 90;
const FRAME_MS = 16;
const SETTLED_MS = 400;

/** Returns the index of each chapter’s parent: mostly a recent chapter, so that the tree is about 30 levels deep. */
function parentsOf(chapters: number): number[] {
  let seed = 7;
  const ways = [0];
  return Array.from({ length: chapters - 1 }, (_, i) => {
    seed = (seed * 48_271) % 2_147_483_647;
    let parent = Math.floor((0.5 + seed / 2_147_483_647 / 2) * (i + 1)) % (i + 1);
    while (ways[parent]! >= WAYS_MAX) parent = (parent + 1) % (i + 1);
    ways[parent]! += 1;
    ways.push(0);
    return parent;
  });
}

/** Writes a branch story with this number of chapters, with SQL. Returns its id. */
export async function fillTree(db: Kysely<DB>, chapters: number): Promise<string> {
  const parents = parentsOf(chapters);
  const depths = [1];
  for (const parent of parents) depths.push(depths[parent]! + 1);
  const { rows } = await sql<{ id: string }>`
    with people as (
      insert into accounts (email, username, username_key, slug, preferred_language, status)
      select 'hand' || i || '@bench.invalid', 'hand_' || i, 'hand_' || i, 'hand-' || i, 'en', 'active'
      from generate_series(1, ${sql.lit(HANDS)}) i returning id),
    hands as (select array_agg(id) as ids from people),
    told as (
      insert into stories (creator_id, mode, join_policy, status, title, description, language, categories, cover_key, published_at, listed_at, continued_at)
      select ids[1], 'branch', 'open', 'published', 'Salt on the Timetable', 'A story of many ways.', 'en', '{fantasy}', 'bench-cover.webp', now(), now(), now()
      from hands returning id, title, description),
    drafts as (
      insert into story_drafts (story_id, title, description, language, categories, cover_key)
      select id, title, description, 'en', '{fantasy}', 'bench-cover.webp' from told),
    stats as (insert into story_stats (story_id, chapters, units, listed) select id, ${sql.lit(chapters)}, ${sql.lit(chapters)} * 700, true from told),
    places as (
      select p.n::integer as n, p.parent, d.depth, nextval(pg_get_serial_sequence('chapters', 'id')) as id
      from unnest(${sql.val([null, ...parents])}::integer[]) with ordinality p(parent, n)
      join unnest(${sql.val(depths)}::integer[]) with ordinality d(depth, n) using (n)),
    parts as (
      insert into chapters (id, story_id, author_id, parent_id, number, status, title, summary, choice, units, published_at)
      overriding system value
      select at.id, t.id, ids[1 + at.n % ${sql.lit(HANDS)}], above.id, at.depth, 'approved', 'Behind door ' || at.n, 'A door, and what lies behind it.',
        case when at.n > 1 then 'Open door ' || at.n || ' and listen' end, 700, now() + at.n * interval '1 second'
      from told t, hands, places at left join places above on above.n = at.parent + 1
      order by at.n returning id, story_id)
    select id from told, (select count(*) from parts) made`.execute(db);
  return rows[0]!.id;
}

/** What the page records about itself. */
interface Seen {
  picture?: number;
  usable?: number;
  tasks: PerformanceEntry[];
}

interface Opened {
  readonly page: Page;
  /** From the start of the navigation to the frame after the server’s image was shown, in ms. */
  readonly picture: number;
  /** The same for the interactive map. */
  readonly usable: number;
}

async function open(browser: Browser, url: string): Promise<Opened> {
  const context = await browser.newContext({ ...FIRST_VISIT, viewport: { width: 1350, height: 940 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(() => {
    const seen = window as unknown as Seen;
    seen.tasks = [];
    new PerformanceObserver((list) => seen.tasks.push(...list.getEntries())).observe({
      type: 'longtask',
    });
    const look = () => {
      if (document.querySelector('section svg g[transform] path')) seen.picture ??= performance.now();
      if (document.querySelector('svg[role="img"] g[transform] path')) seen.usable = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'usable' in window);
  const { picture, usable } = await page.evaluate(() => {
    const { picture, usable } = window as unknown as Required<Seen>;
    return { picture, usable };
  });
  return { page, picture, usable };
}

/**
 * Drags the map back and forth with the mouse. Returns the longest task during that, in ms. 0 if none was over 50 ms.
 */
async function pan(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle');
  const box = (await page.locator('svg[role="img"]').last().boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const since = await page.evaluate(() => performance.now());
  // Waiting for frames in the page would be a task of its own, and the longest.
  await setTimeout(SETTLED_MS);
  for (let step = 0; step < STEPS; step += 1) {
    await page.mouse.move(x - 240 * Math.sin(step / 12), y - 160 * Math.sin(step / 9));
    await setTimeout(FRAME_MS);
  }
  await page.mouse.up();
  return page.evaluate(
    (from) =>
      Math.max(
        0,
        ...(window as unknown as Seen).tasks
          .filter(({ startTime }) => startTime > from)
          .map(({ duration }) => duration),
      ),
    since + SETTLED_MS / 2,
  );
}

/** M1: the story map of a story with 2,000 chapters. */
export async function measureStoryMap(origin: string, storyId: string): Promise<Figure[]> {
  const browser = await chromium.launch({ ...(await wholeChromium()), args: CHROMIUM_ARGS });
  try {
    const url = origin + to.storyMap({ storyId });
    const pictures: number[] = [];
    const usables: number[] = [];
    const whole: number[] = [];
    const near: number[] = [];
    for (let run = 0; run <= RUNS; run += 1) {
      const { page, picture, usable } = await open(browser, url);
      const far = await pan(page);
      await page.locator('input[type="radio"]').nth(1).check({ force: true });
      const close = await pan(page);
      await page.context().close();
      // The first run fills the server’s caches.
      if (run === 0) continue;
      pictures.push(picture);
      usables.push(usable);
      whole.push(far);
      near.push(close);
    }
    const note = `${MAP_CHAPTERS} chapters, processor ${SLOWER}× slower; the server's picture after ${Math.round(median(pictures))} ms`;
    return [
      figure('mapUsable', median(usables), note),
      figure('mapFar', Math.max(...whole)),
      figure('mapNear', Math.max(...near)),
    ];
  } finally {
    await browser.close();
  }
}
