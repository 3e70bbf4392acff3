import { HOUR } from '#core/time.ts';
import { parseWish } from '../model/wish.ts';

const KEY = 'wish';
/** After that, the visitor may no longer remember it. */
const LASTS = HOUR;

/** Keeps the kind of a wish in this tab, for the page that is shown once its visitor has logged in. */
export function keepWish(kind: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ kind, at: Date.now() }));
  } catch {
    // Storage is blocked: the page is shown without its button focused.
  }
}

/** Like `keepWish`, with `kind:id`. */
export function keepWishOf(word: string | undefined): void {
  const wish = word === undefined ? null : parseWish(word);
  if (wish) keepWish(wish.kind);
}

/** Returns and removes the kind of the wish of this tab. */
export function takeWish(): string | null {
  try {
    const { kind, at } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    sessionStorage.removeItem(KEY);
    return typeof kind === 'string' && Date.now() - at < LASTS ? kind : null;
  } catch {
    return null;
  }
}

/** Events of a user who is doing something else by now. */
const ACTS = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Focuses the button that fulfills a wish, as soon as the page shows it, unless the user acts first. It is never
 * pressed: someone else may have signed up with this member’s email.
 */
export function focusWish(kind: string): void {
  const focus = () => {
    const buttons = document.querySelectorAll<HTMLElement>(`[data-grants~="${CSS.escape(kind)}"]`);
    const button = [...buttons].find((one) => one.checkVisibility({ visibilityProperty: true }));
    if (!button) return;
    stop();
    button.scrollIntoView({ block: 'center' });
    button.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
  };
  const observer = new MutationObserver(focus);
  const stop = () => {
    observer.disconnect();
    for (const act of ACTS) removeEventListener(act, stop, true);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const act of ACTS) addEventListener(act, stop, true);
  focus();
}

/** Returns the wish of visitors who sign up on this page without having pressed anything else: to continue reading. */
export function wishOfPage(): string | undefined {
  try {
    const place = JSON.parse(document.querySelector<HTMLElement>('[data-place]')?.dataset.place ?? 'null');
    return place ? `read_on:${place.storyId}.${place.chapterId}` : undefined;
  } catch {
    return undefined;
  }
}
