/** One window of a real browser, driven the same way in Chromium, Firefox and WebKit. */
export interface BrowserWindow {
  open: (url: string) => Promise<void>;
  /** Runs a function in the page and returns its result as JSON. The function can only use its arguments. */
  evaluate: <A extends unknown[], R>(run: (...args: A) => R, ...args: A) => Promise<R>;
  /** Repeats a function in the page until it returns something truthy. Throws after 10 seconds, naming the function. */
  waitFor: <A extends unknown[]>(run: (...args: A) => unknown, ...args: A) => Promise<void>;
  /** Clicks the first element that matches a CSS selector, as a pointer does. */
  click: (css: string) => Promise<void>;
  /** Presses a key in the focused element. */
  press: (key: 'Escape') => Promise<void>;
  /** Brings this tab to the front. */
  show: () => Promise<void>;
  /** In CSS pixels. */
  resize: (width: number, height: number) => Promise<void>;
  screenshot: (path: string) => Promise<void>;
  /** Returns errors, warnings, unhandled rejections and policy violations since the last call, one line each. */
  complaints: () => string[];
}

export interface TestBrowser {
  readonly name: string;
  readonly version: string;
  /** The first window. Its storage is empty at the start. */
  readonly window: BrowserWindow;
  /** Opens another tab with the same storage. Missing if the driver can’t have two. */
  readonly openTab?: () => Promise<BrowserWindow>;
  close: () => Promise<void>;
}

/** Thrown if a browser isn’t installed on this machine. The message says how to install it. */
export class BrowserMissingError extends Error {}

const WAIT_MS = 10_000;
const PAUSE_MS = 50;

/** Implements `waitFor` with `evaluate`. While a page is being replaced, `evaluate` may fail; that counts as false. */
export function waitingFor(evaluate: BrowserWindow['evaluate']): BrowserWindow['waitFor'] {
  return async (run, ...args) => {
    for (const end = Date.now() + WAIT_MS; ; ) {
      if (await evaluate(run, ...args).catch(() => false)) return;
      if (Date.now() > end) throw new Error(`Timed out waiting for ${run} with ${JSON.stringify(args)}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
}

/**
 * Runs in each page before its own scripts. Sends every error, rejection, console error or warning and policy violation
 * to `report`, as a line, and counts the requests in flight in `pendingFetches`.
 */
export const WATCH_PAGE = `(report) => {
  const say = (kind, ...rest) => report([kind, location.pathname, ...rest.map(String)].join(' '));
  for (const level of ['error', 'warn']) {
    const own = console[level];
    console[level] = (...all) => { say('console.' + level, ...all); own.apply(console, all); };
  }
  const { fetch } = globalThis;
  globalThis.pendingFetches = 0;
  globalThis.fetch = (...all) => {
    globalThis.pendingFetches += 1;
    return fetch(...all).finally(() => { globalThis.pendingFetches -= 1; });
  };
  addEventListener('error', (e) => { if (e.message) say('error', e.message, e.filename || ''); }, true);
  addEventListener('unhandledrejection', (e) => say('rejection', e.reason && e.reason.stack || e.reason));
  document.addEventListener('securitypolicyviolation', (e) => say('policy', e.violatedDirective, e.blockedURI, e.sample));
}`;
