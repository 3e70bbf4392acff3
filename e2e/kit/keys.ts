import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** More Tab stops than any page has: from the main part of the home page to its header there are more than 80. */
const MOST_STOPS = 120;

/** Returns why users can’t see the focused element, or an empty string if they can. */
function focusFault(): string {
  const here = document.activeElement as HTMLElement | null;
  if (!here || here === document.body) return '';
  const who = `${here.outerHTML.slice(0, 150)}`;
  // A checkbox or radio button can be drawn by its label.
  const shown = here.matches('input[type=radio], input[type=checkbox]') ? (here.closest('label') ?? here) : here;
  const rects = [...shown.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  if (rects.length === 0) return `nothing of it is drawn: ${who}`;
  const hasCaret = here.isContentEditable || here.matches('textarea, select, input:not([type=radio], [type=checkbox])');
  // The focus ring has its own color. In a list it can be drawn around the whole entry or its cover.
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'var(--focus)';
  const ringColour = getComputedStyle(probe).color;
  probe.remove();
  const entry = here.closest('li') ?? shown;
  const hasRing = [entry, here, shown, ...entry.querySelectorAll('*'), ...shown.querySelectorAll('*')].some(
    (element) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && outlineColor === ringColour;
    },
  );
  if (!hasCaret && !hasRing) return `no ring: ${who}`;
  const seen = rects.flatMap((rect) => {
    const [left, right] = [Math.max(0, rect.left), Math.min(innerWidth, rect.right)];
    const [top, bottom] = [Math.max(0, rect.top), Math.min(innerHeight, rect.bottom)];
    if (left >= right || top >= bottom) return [false];
    return [0.25, 0.5, 0.75].flatMap((x) =>
      [0.25, 0.5, 0.75].map((y) => {
        const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
        return hit !== null && (shown.contains(hit) || hit.contains(shown));
      }),
    );
  });
  const isSeen = shown.getBoundingClientRect().height > innerHeight / 2 ? seen.includes(true) : !seen.includes(false);
  return isSeen ? '' : `covered, or out of the window (${Math.round(scrollY)}): ${who}`;
}

/** Checks that the focused element is visible: it has a ring or a caret, and nothing covers it. */
export async function expectFocusSeen(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(focusFault), { timeout: 3000 }).toBe('');
}

const hasFocus = (target: Locator) => target.evaluate((it) => it === document.activeElement);

/** Presses Tab until this element has the focus. Everything focused on the way must be visible. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press(key);
    await expectFocusSeen(page);
    if (await hasFocus(target)) return;
  }
  throw new Error(`The keyboard does not reach ${target}`);
}

/** Reaches an element with Tab and presses it. */
export async function tabAndPress(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Reaches a link with Tab, presses it and waits until the linked page is loaded. */
export async function tabAndFollow(page: Page, link: Locator): Promise<void> {
  await tabTo(page, link);
  const loaded = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await loaded;
}
