import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** What an input method shows while a word is being composed, step by step, and what becomes of it. */
export type Word = readonly [steps: readonly string[], word: string];

/** Writes by an input method. */
export interface Pen {
  readonly page: Page;
  readonly keys: CDPSession;
}

export async function penOf(page: Page): Promise<Pen> {
  return { page, keys: await page.context().newCDPSession(page) };
}

/** The key that an input method takes for itself: the page hears of it as of one that is being composed. */
export async function swallowedEnter({ keys }: Pen): Promise<void> {
  await keys.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  });
  await keys.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 });
}

export async function show({ keys }: Pen, text: string): Promise<void> {
  await keys.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
}

/** Takes what is being composed as this word. */
export async function take(pen: Pen, word: string): Promise<void> {
  await swallowedEnter(pen);
  await pen.keys.send('Input.insertText', { text: word });
}

/** Writes words into a field; each is taken with Enter, which must not do anything else. */
export async function compose(pen: Pen, field: Locator, words: readonly Word[]): Promise<void> {
  await field.click();
  for (const [steps, word] of words) {
    for (const step of steps) await show(pen, step);
    await expect(field).toBeFocused();
    await take(pen, word);
    await expect(field).toBeFocused();
  }
}

export const written = (words: readonly Word[]) => words.map(([, word]) => word).join('');
