import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './tools/chromium.ts';

/** Journeys of people through the built site, in a real browser, two at a time. */
export default defineConfig({
  testDir: 'e2e/journeys',
  // Node reads these itself: a third of the CPU time of compiling them with Babel, where Playwright has not cached them yet.
  build: { external: ['**/src/**', '**/scripts/**', '**/tools/**', '**/packages/**'] },
  globalSetup: './e2e/start-site.ts',
  workers: 2,
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
      // Fewer processes: a quarter less CPU time for each page.
      args: [...CHROMIUM_ARGS, '--renderer-process-limit=1', '--in-process-gpu'],
    },
  },
});
