import type { Page } from '@playwright/test';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { publishFromFirstStep } from './first-chapter.ts';
import { linkIn, mailTo } from './mails.ts';
import { newAddress, PASSWORD } from './people.ts';
import type { SiteAddress } from './site-deps.ts';
import { expect, REVIEWED, type Visit } from './test.ts';
import { storyIn } from './texts.ts';
import { wordsOf } from './words.ts';

interface MainPath {
  open: (visit?: Visit) => Promise<Page>;
  site: SiteAddress;
  language: Language;
  viewport: NonNullable<Visit['viewport']>;
}

/** Walks the main path: a new member signs up and publishes a story, and a visitor reads it. */
export async function walkMainPath({ open, site, language, viewport }: MainPath): Promise<void> {
  const page = await open({ language, viewport });
  const story = storyIn(language);
  await register(page, language, site.dataDir);
  const storyAddress = await makeStory(page, language);

  // The author’s page shows without a reload that the story is published.
  const t = wordsOf(language);
  await expect(page.getByRole('heading', { level: 1, name: t('publishing.story_out') })).toBeVisible(REVIEWED);

  const reader = await open({ language, viewport });
  await reader.goto('/');
  await expect(reader.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS[language]);
  await reader.getByRole('link', { name: story.title }).first().click();
  await expect(reader).toHaveURL(new RegExp(storyAddress));
  await expect(reader.getByRole('heading', { level: 1, name: story.title })).toBeVisible();
  await reader
    .getByRole('link', { name: t('story.start') })
    .first()
    .click();
  const { title, content } = story.chapters[0]!;
  await expect(reader.getByRole('heading', { level: 1 })).toContainText(title);
  await expect(reader.getByText(content.split('\n\n')[0]!.slice(0, 20)).first()).toBeVisible();
}

/** Signs up in the dialog, opens the emailed link and confirms. */
async function register(page: Page, language: Language, dataDir: string): Promise<void> {
  const t = wordsOf(language);
  const email = newAddress(`author-${language}`);
  await page.goto('/');
  await page.getByRole('button', { name: t('common.cookie_necessary') }).click();
  await page.getByRole('button', { name: t('common.log_in') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('accounts.create_account_title') }).click();
  // A second dialog replaces the login form.
  await expect(page.getByRole('dialog', { name: t('accounts.create_account_title') })).toBeVisible();
  await dialog.getByLabel(t('accounts.email'), { exact: true }).fill(email);
  await dialog.getByLabel(t('accounts.password'), { exact: true }).fill(PASSWORD);
  await dialog.getByRole('checkbox', { name: /./ }).last().check();
  await dialog.getByRole('button', { name: t('accounts.check') }).click();
  await dialog.getByRole('button', { name: t('accounts.create_account') }).click();
  await expect(dialog.getByText(email)).toBeVisible();
  await page.goto(linkIn(await mailTo(dataDir, email, 'verify=')));
  await page.getByRole('button', { name: t('accounts.verify_confirm') }).click();
  await expect(page.getByText(t('accounts.verified'))).toBeVisible();
}

/** Creates a story in three steps and submits it. Returns its future address. */
async function makeStory(page: Page, language: Language): Promise<string> {
  const t = wordsOf(language);
  const { title, description, categories, chapters } = storyIn(language);
  await page
    .getByRole('link', { name: t('common.new_story') })
    .first()
    .click();
  await page.getByLabel(t('story_editor.title'), { exact: true }).fill(title);
  await page.getByLabel(t('story_editor.description'), { exact: true }).fill(description);
  await page.getByRole('radio', { name: t('mode.solo') }).check();
  for (const category of categories)
    await page.getByRole('checkbox', { name: t(`category.${category}`), exact: true }).check();
  await expect(page.getByLabel(t('story_editor.language'), { exact: true })).toHaveValue(language);
  return publishFromFirstStep(page, language, chapters[0]!);
}
