import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './tools/chromium.ts';

/** Journeys of people through the built site, in a real browser. */
export default defineConfig({
  testDir: 'e2e/journeys',
  globalSetup: './e2e/start-site.ts',
  // A journey often waits for the site, so with one per core a core of two is idle for an eighth of the time.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  outputDir: 'test-results/journeys',
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    actionTimeout: 15_000,
    // A trace costs a fifth of the journey. What each window showed at a failure is kept all the same (e2e/kit/test.ts).
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(await findChromium()),
      args: [
        ...CHROMIUM_ARGS,
        // Fewer processes: a third less CPU time for each page.
        '--renderer-process-limit=1',
        '--in-process-gpu',
        '--enable-features=NetworkServiceInProcess2',
        '--num-raster-threads=1',
        // Pages live for seconds, too short for optimized code and frequent collections to pay off.
        '--js-flags=--no-opt,--min-semi-space-size=16,--single-threaded-gc',
      ],
    },
  },
});
