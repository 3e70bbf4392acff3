import { chromium } from '@playwright/test';
import { findChromium, CHROMIUM_ARGS } from './scripts/chromium.ts';
const { executablePath, env } = await findChromium();
const browser = await chromium.launch({ executablePath, env: {...process.env, ...env}, args: CHROMIUM_ARGS });
const base = 'http://localhost:3177';
const tree = (await (await fetch(base + '/api/branch/tree?storyId=18')).json()).data;
const id = (t) => tree.chapters.find((c) => c.title === t).id;
const P = { chapter: `/story/18/chapter/${id('The Stop With Your Name')}`, end: `/story/18/chapter/${id('Somebody Else’s Mother')}`, held: `/story/18/chapter/${id('You Get Off One Stop Early')}`, story: '/story/18', path: `/story/18/path/${id('The Stop With Your Name')}`, relay: '/story/19', home: '/', map: '/story/18/map' };
const jobs = process.argv.slice(2).map((a) => a.split(','));
for (const [name, width, theme, lang, js] of jobs) {
  const ctx = await browser.newContext({ viewport: { width: +width, height: 900 }, colorScheme: theme, locale: lang, javaScriptEnabled: js !== 'nojs' });
  await ctx.addInitScript(() => { localStorage.setItem('cookieConsent','necessary'); localStorage.setItem('mobileNoticeDismissed','true') });
  const page = await ctx.newPage();
  page.on('console', (m) => m.type() === 'error' && console.log(name, m.text()));
  page.on('pageerror', (e) => console.log(name, 'PAGEERROR', e.message));
  if (js === 'read') for (const t of ['23:10', 'The Doors Stay Open', 'A Driver Without a Mirror', 'You Get Off One Stop Early', 'The Stop With Your Name']) { await page.goto(base + `/story/18/chapter/${id(t)}`); await page.waitForTimeout(150); await page.evaluate(() => document.querySelector('[data-text-end]').scrollIntoView()); await page.waitForTimeout(300); }
  await page.goto(`${base}${P[name]}?t=${lang}`);
  await page.waitForTimeout(js === 'read' ? 2500 : 500);
  const over = js==='nojs'?0:await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (over > 0) console.log(name, width, lang, 'sideways', over);
  await page.screenshot({ path: `/tmp/rs/${name}-${width}-${theme}-${lang}${js ? '-' + js : ''}.png`, fullPage: true });
  await ctx.close();
}
await browser.close();
