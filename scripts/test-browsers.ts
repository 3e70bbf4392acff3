import { unicodeSetRegexes } from '../e2e/browsers/regexes.ts';
import { goBack } from '../e2e/browsers/returns.ts';
import { readOffline, type VisitResult, visitAll } from '../e2e/browsers/visit.ts';
import { newWorld } from '../e2e/kit/world.ts';
import { startSite } from '../e2e/start-site.ts';
import { BrowserMissingError, type TestBrowser } from '../tools/browsers/browser.ts';
import { openChromium, openFirefox } from '../tools/browsers/puppeteer.ts';
import { openWebKit } from '../tools/browsers/webkit.ts';
import { buildIfNeeded } from './building.ts';

// Opens the site’s pages in Chromium, Firefox and WebKit, as a visitor and as a member, and compiles the regular
// expressions that browsers handle differently. Tests returning to pages in the back/forward cache, except in Firefox.
// Skips browsers that aren’t installed, and prints how to get them.
const OPENERS: (() => Promise<TestBrowser>)[] = [openChromium, openFirefox, openWebKit];

const startedAt = Date.now();
await buildIfNeeded();
const regexes = unicodeSetRegexes();
const { site, stop } = await startSite();
const browsers: TestBrowser[] = [];
const results: VisitResult[] = [];
try {
  const world = await newWorld(site, 'en');
  for (const open of OPENERS) {
    try {
      browsers.push(await open());
    } catch (error) {
      if (!(error instanceof BrowserMissingError)) throw error;
      console.log(`Not tested: ${error.message}`);
    }
  }
  await Promise.all(
    browsers.map(async (browser) => {
      // Over BiDi, Firefox hangs when a page is restored from the back/forward cache. It also doesn't
      // cache pages that had a stream.
      if (browser.name !== 'Firefox') results.push(await goBack(browser, site, world));
      results.push(await visitAll(browser, site, world, regexes));
    }),
  );
  await site.stop();
  results.push(...(await Promise.all(browsers.map((browser) => readOffline(browser, site, world)))));
} finally {
  await Promise.all(browsers.map((browser) => browser.close()));
  await stop();
}
for (const { failures } of results) for (const failure of failures) console.log(failure);
console.log(`\n${browsers.map(({ name, version }) => `${name} ${version}`).join(', ')}`);
console.log(`in ${Math.round((Date.now() - startedAt) / 1000)} s`);
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failures.length, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
