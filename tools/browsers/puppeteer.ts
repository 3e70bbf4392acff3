import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type LaunchOptions, type Page } from 'puppeteer-core';
import { CHROMIUM_ARGS, wholeChromium } from '../chromium.ts';
import { BrowserMissingError, type BrowserWindow, type TestBrowser, WATCH_PAGE, waitingFor } from './browser.ts';

const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

/**
 * Opens Debian’s or Playwright’s Chromium, or the one from the npm packages. Its back/forward cache is on, as in users’
 * browsers. Playwright would disable it.
 */
export async function openChromium(): Promise<TestBrowser> {
  const { executablePath, env } = await wholeChromium();
  return openWindow('Chromium', { browser: 'chrome', executablePath, env, args: CHROMIUM_ARGS });
}

/** Opens Firefox over WebDriver BiDi. Throws `BrowserMissingError` if it isn’t installed. */
export async function openFirefox(): Promise<TestBrowser> {
  if (!existsSync(FIREFOX)) throw new BrowserMissingError('Firefox: apt-get install firefox-esr, or set FIREFOX_PATH');
  return openWindow('Firefox', { browser: 'firefox', executablePath: FIREFOX });
}

/** In ms. Only ends a browser that hangs: on a busy machine, starting one has taken more than half a minute. */
const START_MS = 120_000;

async function openWindow(name: string, options: LaunchOptions): Promise<TestBrowser> {
  const browser: Browser = await puppeteer.launch({ ...options, headless: true, timeout: START_MS });
  const [page = await browser.newPage()] = await browser.pages();
  return {
    name,
    version: await browser.version(),
    window: await windowOn(page),
    openTab: async () => windowOn(await browser.newPage()),
    close: () => browser.close(),
  };
}

/**
 * Puppeteer also sets the orientation of the screen, which Firefox 140 can’t do. The size of the window is set by then: the
 * browser gets that command first.
 */
function unlessOrientation(error: unknown): void {
  if (!String(error).includes('unknown command emulation.setScreenOrientationOverride')) throw error;
}

async function windowOn(page: Page): Promise<BrowserWindow> {
  const lines: string[] = [];
  await page.exposeFunction('reportComplaint', (line: string) => void lines.push(line));
  await page.evaluateOnNewDocument(`(${WATCH_PAGE})((line) => globalThis.reportComplaint(line))`);
  const evaluate = <A extends unknown[], R>(run: (...args: A) => R, ...args: A) =>
    page.evaluate(run as (...given: unknown[]) => R, ...args) as Promise<R>;
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    evaluate,
    waitFor: waitingFor(evaluate),
    click: (css) => page.click(css),
    press: (key) => page.keyboard.press(key),
    show: () => page.bringToFront(),
    resize: (width, height) => page.setViewport({ width, height }).catch(unlessOrientation),
    screenshot: async (path) => void (await page.screenshot({ path: path as `${string}.png` })),
    complaints: () => lines.splice(0),
  };
}
