import { expect, type Locator, type Page } from '@playwright/test';

/** What opening an email on a phone costs: switching to the inbox, and pressing the link. */
const EMAIL = 2;

/**
 * A person at a phone, whose presses are counted: taps and keys that act, such as Enter. Characters are not counted, but
 * can be typed only where the focus is.
 */
export class Hand {
  readonly #page: Page;
  /** What was pressed, in order. */
  readonly presses: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** Taps it. Fails if something else covers it. */
  async tap(target: Locator, says: string): Promise<void> {
    this.presses.push(says);
    await target.tap();
  }

  /** Presses Enter where the focus is. */
  async enter(says: string): Promise<void> {
    this.presses.push(`Enter: ${says}`);
    await this.#page.keyboard.press('Enter');
  }

  /** Types into a field. Taps it first, unless it has the focus. */
  async type(field: Locator, text: string, says: string): Promise<void> {
    await expect(field).toBeEditable();
    if (!(await field.evaluate((element) => element === document.activeElement))) await this.tap(field, says);
    await expect(field).toBeFocused();
    await this.#page.keyboard.insertText(text);
  }

  /** Opens a link in an email. */
  async openEmailed(link: string): Promise<void> {
    this.presses.push(...Array<string>(EMAIL).fill('email'));
    await this.#page.goto(link);
  }
}
