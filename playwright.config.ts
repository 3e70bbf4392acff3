import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './scripts/chromium.ts';

/** Journeys of people through the built site, in a real browser, two at a time. */
export default defineConfig({
  testDir: 'e2e/journeys',
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
    // A film of every journey would cost more than the journeys; what stood on each page is kept all the same.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: { ...(await findChromium()), args: CHROMIUM_ARGS },
  },
});
