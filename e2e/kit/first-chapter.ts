import type { Page } from '@playwright/test';
import type { Language } from '#core/languages.ts';
import { expect, REVIEWED } from './test.ts';
import { wordsOf } from './words.ts';

/**
 * Goes from the first step of a new story through its first chapter to publishing it. Returns the address of the story
 * once the page links to it.
 */
export async function publishFromFirstStep(
  page: Page,
  language: Language,
  chapter: { title: string; summary: string; content: string },
): Promise<string> {
  const t = wordsOf(language);
  await page.getByRole('button', { name: t('story_editor.next_chapter') }).click();
  await page.getByLabel(t('chapters.title'), { exact: true }).fill(chapter.title);
  await page.getByLabel(t('chapters.summary'), { exact: true }).fill(chapter.summary);
  await page.getByRole('textbox', { name: t('chapters.text') }).click();
  await page.keyboard.insertText(chapter.content);
  await expect(page.getByText(t('story_editor.chapter_saved'), { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: t('story_editor.next_rules') }).click();
  await page.getByRole('button', { name: t('story_editor.publish'), exact: true }).click();
  const link = page.getByRole('link', { name: t('publishing.see_story') });
  await expect(link).toBeVisible(REVIEWED);
  return (await link.getAttribute('href')) ?? '';
}
