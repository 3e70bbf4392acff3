import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './tools/chromium.ts';

/** Journeys that wait for clocks longer than they work. They begin first, so that no worker waits for them at the end. */
const LONG = ['**/together.spec.ts', '**/competition.spec.ts', '**/accessibility-few.spec.ts'];

/** Journeys of people through the built site, in a real browser, three at a time, because they also wait. */
export default defineConfig({
  testDir: 'e2e/journeys',
  // Node reads these itself: a third of the CPU time of compiling them with Babel, where Playwright has not cached them yet.
  build: { external: ['**/src/**', '**/scripts/**', '**/tools/**', '**/packages/**'] },
  globalSetup: './e2e/start-site.ts',
  workers: 3,
  fullyParallel: true,
  // Tests of the first project begin first.
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'others', testIgnore: LONG },
  ],
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
