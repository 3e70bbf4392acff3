import { setTimeout } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { type Figure, figure, median } from './bars.ts';
import { firstPaint, slowPage } from './slow-page.ts';
import { quiet } from './weigh.ts';

const RUNS = 3;
const LATER_MS = 5000;
const LOG_IN = 'header button:text-is("Log in")';
const REGISTER = ':is(button, a):text-is("Create an account")';
/** Selectors that match only inside the forms, whatever their markup. */
const LOG_IN_FORM = '[autocomplete="current-password"]';
const REGISTER_FORM = '[autocomplete="new-password"]';

interface Pressed {
  readonly ms: number;
  readonly requests: number;
}

/** Returns the median time and the median number of requests. */
function middle(runs: readonly Pressed[]): Pressed {
  return { ms: median(runs.map(({ ms }) => ms)), requests: median(runs.map(({ requests }) => requests)) };
}

async function logIn(browser: Browser, origin: string, waits: number): Promise<{ form: Pressed; register: Pressed }> {
  const watch = [LOG_IN_FORM, REGISTER_FORM];
  const { page, context, requestsBetween, seen, press } = await slowPage(browser, origin, { watch });
  try {
    await page.goto(origin, { waitUntil: 'commit' });
    await firstPaint(page);
    await setTimeout(waits);
    const pressed = async (selector: string, result: string): Promise<Pressed> => {
      const at = await press(selector);
      const there = await seen(result);
      return { ms: there - at, requests: requestsBetween(at, there) };
    };
    const form = await pressed(LOG_IN, LOG_IN_FORM);
    // Visitors read the form before they press again. `networkidle` was reached long ago.
    if (waits > 0) await quiet(page);
    return { form, register: await pressed(REGISTER, REGISTER_FORM) };
  } finally {
    await context.close();
  }
}

/** Returns the milliseconds from the press on the next chapter's link to the frame with its text. */
async function nextChapter(browser: Browser, origin: string, paths: Chapters, ahead: boolean, slower: number) {
  const { page, context } = await slowPage(browser, origin, { slower });
  try {
    await page.addInitScript((path) => {
      const look = () => {
        const text = document.querySelector('main article p')?.textContent;
        const before = sessionStorage.getItem('before');
        if (location.pathname === path && text && before !== null && text !== before)
          Object.assign(window, { arrived: performance.timeOrigin + performance.now() });
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, paths.next);
    await page.goto(`${origin}${paths.chapter}`, { waitUntil: 'commit' });
    await firstPaint(page);
    await page.waitForSelector('main article p');
    await page.evaluate(() =>
      sessionStorage.setItem('before', document.querySelector('main article p')?.textContent ?? ''),
    );
    const link = page.locator(`main a[href="${paths.next}"], footer a[href="${paths.next}"]`).last();
    if (ahead) {
      await page.waitForLoadState('networkidle');
      await link.hover();
      await setTimeout(LATER_MS);
    }
    await link.click({ noWaitAfter: true });
    const handle = await page.waitForFunction(() => Reflect.get(window, 'arrived'));
    return Number(await handle.jsonValue()) - Number(await page.evaluate(() => sessionStorage.getItem('pressed')));
  } finally {
    await context.close();
  }
}

/** Two consecutive chapters. */
export interface Chapters {
  readonly chapter: string;
  readonly next: string;
}

async function times<T>(run: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let i = 0; i < RUNS; i += 1) results.push(await run());
  return results;
}

/** S9: how fast the site reacts to a visitor’s presses on slow 4G. */
export async function measurePresses(browser: Browser, origin: string, chapters: Chapters): Promise<Figure[]> {
  const atOnce = await times(() => logIn(browser, origin, 0));
  const soon = middle(atOnce.map(({ form }) => form));
  const late = await times(() => logIn(browser, origin, LATER_MS));
  const later = middle(late.map(({ form }) => form));
  const register = middle(late.map((run) => run.register));
  const registerAtOnce = middle(atOnce.map((run) => run.register));
  const next = async (ahead: boolean, slower: number) =>
    median(await times(() => nextChapter(browser, origin, chapters, ahead, slower)));
  // Request both once, so that the measurement covers the connection and not the rendering.
  for (const path of Object.values(chapters)) await fetch(`${origin}${path}`);
  return [
    figure('loginAtOnce', soon.ms, `home page, median of ${RUNS}`),
    figure('loginAtOnceRequests', soon.requests),
    figure('loginLater', later.ms),
    figure('loginLaterRequests', later.requests),
    figure('register', register.ms, `${Math.round(registerAtOnce.ms)} ms if pressed as soon as the form is there`),
    figure('registerRequests', register.requests),
    figure('nextAhead', await next(true, 4), 'hovered, and 5 s on the page'),
    figure('nextAheadFast', await next(true, 1)),
    figure('nextAtOnce', await next(false, 4)),
  ];
}
