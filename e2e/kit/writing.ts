import { expect, type Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import type { Person } from './people.ts';
import type { SiteAddress } from './site-deps.ts';
import { wordsOf } from './words.ts';

const t = wordsOf('en');

/** Opens the chapter editor and waits until it’s editable. */
export async function openChapterEditor(page: Page, storyId: string, chapterId: string): Promise<void> {
  await page.goto(to.editChapter({ storyId, chapterId }));
  await expect(textOf(page)).toBeEditable();
}

export function textOf(page: Page) {
  return page.getByRole('textbox', { name: t('chapters.text') });
}

/** Shows the fields besides the text. On phones, they are folded above it. */
export async function unfoldFields(page: Page): Promise<void> {
  await expect(textOf(page)).toBeEditable();
  const fold = page.getByText(t('chapters.about_chapter'), { exact: true });
  if (await fold.isVisible()) await fold.click();
}

/** Types at the end of the paragraph that contains these words. */
export async function writeAfter(page: Page, words: string, more: string): Promise<void> {
  // Three clicks select the paragraph. From there one key leads to its end.
  await textOf(page).getByText(words).click({ clickCount: 3 });
  await page.keyboard.press('ArrowRight');
  await page.keyboard.insertText(more);
}

/** Waits until the editor says where the text is saved. */
export async function expectKept(
  page: Page,
  where: 'saved' | 'offline' | 'failed' | 'held' | 'signed_out',
): Promise<void> {
  await expect(page.getByRole('status').getByText(t(`chapters.state_${where}`), { exact: true })).toHaveCount(1);
}

/** Returns the draft on the server as a JSON string. */
export async function savedText(site: SiteAddress, author: Person, chapterId: string): Promise<string> {
  const draft = await createDemoApi(site.url).call(chapterApi.draft, { chapterId }, author.accessToken);
  return JSON.stringify(draft.content);
}
