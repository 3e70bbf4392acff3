import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** What an input method shows while a word is composed, step by step, and the final word. */
export type Word = readonly [steps: readonly string[], word: string];

/** Types with an input method. */
export interface Pen {
  readonly page: Page;
  readonly keys: CDPSession;
}

export async function penOf(page: Page): Promise<Pen> {
  return { page, keys: await page.context().newCDPSession(page) };
}

/** Presses Enter for the input method. For the page, it’s a key pressed during composition. */
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

/** Ends the composition with this word. */
export async function take(pen: Pen, word: string): Promise<void> {
  await swallowedEnter(pen);
  await pen.keys.send('Input.insertText', { text: word });
}

/** Types words into a field. Each one is ended with Enter, which must not do anything else. */
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
