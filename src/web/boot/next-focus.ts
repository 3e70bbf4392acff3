const KEY = 'focus';

/** An element of the next page, by CSS selector, and whether it shows the ring of the keyboard focus. */
interface NextFocus {
  at: string;
  focusVisible: boolean;
}

/** Sets what the next page in this window focuses. Null for nothing. */
export function keepNextFocus(next: NextFocus | null): void {
  try {
    if (next) sessionStorage.setItem(KEY, JSON.stringify(next));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: the next page focuses nothing.
  }
}

/** Focuses what the previous page has set, unless the user has focused something by now. */
export function focusKept(): void {
  try {
    const { at, ...options } = JSON.parse(sessionStorage.getItem(KEY)!);
    sessionStorage.removeItem(KEY);
    if (document.activeElement === document.body) document.querySelector<HTMLElement>(at)?.focus(options);
  } catch {
    // Nothing was set.
  }
}
