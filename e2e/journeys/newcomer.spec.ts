import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES, type Language } from '#core/languages.ts';
import { FULL } from '#testing/rounds.ts';
import { type SiteProcess, startSiteProcess } from '#testing/site-process.ts';
import { memoryFolder } from '../../tools/memory-folder.ts';
import { fillWithDemo } from '../kit/demo.ts';
import { Hand } from '../kit/hand.ts';
import { linkIn, mailTo } from '../kit/mails.ts';
import { newAddress, newMember, PASSWORD } from '../kit/people.ts';
import type { SiteAddress } from '../kit/site-deps.ts';
import { test as base, expect, PHONE } from '../kit/test.ts';
import { storyIn } from '../kit/texts.ts';
import { openBranch } from '../kit/together.ts';
import { wordsOf } from '../kit/words.ts';

/** Most presses from the home page to a submitted text. */
const MOST = 20;
/** Only three languages unless FULL=1. */
const WALKED: readonly Language[] = FULL ? LANGUAGES : ['zh', 'de', 'es'];

/** With FULL=1, a separate site with the demo library, because filling it takes as long as ten journeys. */
let own: SiteProcess | null = null;
const test = base.extend({ site: async ({ site }, use) => use(own ?? site) });
// One site for all languages.
test.describe.configure({ mode: FULL ? 'default' : 'parallel' });

test.beforeAll(async () => {
  if (!FULL) return;
  test.setTimeout(300_000);
  const dataDir = await mkdtemp(join(memoryFolder(), 'skein-newcomer-'));
  // As root, the database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711);
  await fillWithDemo(dataDir);
  own = await startSiteProcess({ DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' });
});
test.afterAll(async () => {
  if (!own) return;
  await own.stop();
  await rm(own.dataDir, { recursive: true, force: true });
});

/** Returns the row of the home page at which the walk starts. Other journeys publish on the shared site, so it is named. */
async function firstRow(page: Page, site: SiteAddress, language: Language): Promise<Locator> {
  const rows = page.locator('[data-waiting] > li');
  if (own) return rows.first();
  const storyId = await openBranch(site, await newMember(site, 'storyteller', language), language, 1);
  return rows.and(page.locator(`[data-story="${storyId}"]`));
}

for (const language of WALKED)
  test(`a newcomer writes in ${LANGUAGE_NAMES[language]} with at most ${MOST} presses`, async ({ open, site }) => {
    const t = wordsOf(language);
    const page = await open({ language, viewport: PHONE, hasTouch: true, isMobile: true });
    const hand = new Hand(page);
    const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true });
    const dialog = page.getByRole('dialog');
    const text = storyIn(language, 1).chapters.at(-1)!;
    const first = await firstRow(page, site, language);

    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS[language]);
    await hand.tap(button(t('common.cookie_necessary')), 'cookies');
    await hand.tap(first.getByRole('link', { name: t('home.write_from_here') }), 'write from here');
    await expect(page).toHaveURL(/\/chapter\/\d+#fork$/);
    await hand.tap(page.locator('[data-ways] [data-grants~="write"]'), 'write');
    await hand.tap(button(t('chapters.submit')), 'submit');
    await hand.tap(button(t('accounts.create_account_title'), dialog), 'create an account');
    const email = newAddress(`newcomer-${language}`);
    await hand.type(dialog.getByLabel(t('accounts.email'), { exact: true }), email, 'email field');
    await hand.type(dialog.getByLabel(t('accounts.password'), { exact: true }), PASSWORD, 'password field');
    await hand.tap(dialog.getByRole('checkbox', { name: /./ }).last(), 'terms');
    await hand.tap(dialog.getByRole('button', { name: t('accounts.check') }), 'check');
    await hand.tap(button(t('accounts.create_account'), dialog), 'sign up');
    await expect(dialog.getByText(email)).toBeVisible();
    await hand.openEmailed(linkIn(await mailTo(site.dataDir, email, 'verify=')));
    await hand.tap(button(t('accounts.verify_confirm')), 'confirm');
    await expect(page.locator('[data-grants~="write"]').first()).toBeFocused();
    await hand.enter('write');
    const room = page.getByRole('textbox', { name: t('chapters.text') });
    await expect(room).toBeEditable();
    await hand.type(room, text.content, 'text');
    await hand.tap(button(t('chapters.submit')), 'submit');
    await hand.type(dialog.getByLabel(t('chapters.choice_label'), { exact: true }), text.title, 'choice field');
    await hand.enter('title');
    await hand.type(dialog.getByLabel(t('chapters.title'), { exact: true }), text.title, 'title field');
    await hand.enter('summary');
    await hand.type(dialog.getByLabel(t('chapters.summary'), { exact: true }), text.summary, 'summary field');
    await hand.tap(button(t('chapters.submit'), dialog), 'submit');
    // The automatic check may be done by now, or may have questions.
    const stages = [
      t('chapters.checking'),
      t('chapters.person'),
      t('chapters.out', { number: 3 }).replace('3', '\\d+'),
    ];
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^(${stages.join('|')})$`));
    console.log(`${language}: ${hand.presses.length} presses`);
    expect(hand.presses.length, hand.presses.join(' · ')).toBeLessThanOrEqual(MOST);
  });
