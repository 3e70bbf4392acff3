const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

function isUsable(element: Element): boolean {
  return element.matches(FOCUSABLE) && element.checkVisibility({ visibilityProperty: true });
}

/**
 * Returns a function that moves the focus back to `opener`, by default the focused element. `opener` may be gone by
 * then, for example the button that asked a visitor to log in. In that case, the first focusable element of its nearest
 * remaining ancestor gets the focus, unless another element already has it.
 */
export function rememberFocus(opener = document.activeElement): () => void {
  if (!(opener instanceof HTMLElement) || opener === document.body) return () => {};
  const around: Element[] = [];
  for (let at = opener.parentElement; at && at !== document.body; at = at.parentElement) around.push(at);
  const giveNear = () => {
    if (document.activeElement !== document.body) return;
    for (const place of around) {
      const first = place.isConnected && [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].find(isUsable);
      if (first) return first.focus();
    }
  };
  return () => {
    // Without scrolling, as browsers do natively. Otherwise the page under a closing dialog moves in WebKit.
    if (opener.isConnected && document.activeElement !== opener) opener.focus({ preventScroll: true });
    setTimeout(giveNear);
  };
}

/**
 * Returns a function that moves the focus from `before` to its counterpart outside of it: the control at the same
 * position in `around`, else the nearest one. Call it once `before` is hidden. Does nothing if the focus is elsewhere.
 */
export function handOverFocus(before: Element, around: Element): () => void {
  const controls = (place: Element) => [...place.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const focused = controls(before).findIndex((control) => control.matches(':focus'));
  if (focused < 0) return () => {};
  const restoreFocus = rememberFocus();
  return () => {
    const others = controls(around).filter((control) => !before.contains(control));
    const twin = others[focused] ?? others.at(-1);
    if (twin) twin.focus({ preventScroll: true });
    else restoreFocus();
  };
}

/** Focuses the first field of a dialog, or else its heading. */
export function enterDialog(element: HTMLElement | null): void {
  const first = element?.querySelector<HTMLElement>('input, textarea, select') ?? element?.querySelector('h2');
  first?.focus();
}

/**
 * Focuses the heading if the focused element is about to disappear with what has just been loaded, such as the row of
 * the button that was pressed.
 */
export function focusHeadingIfLost(): void {
  const check = () => document.activeElement === document.body && focusHeading();
  // The page shows in the next frame what it has.
  requestAnimationFrame(() => requestAnimationFrame(check));
}

/**
 * Focuses the heading of this page without scrolling. Call when the focused element was removed. If the heading hasn't been
 * rendered yet, focuses `<main>`, and the heading once it is there, unless the focus has moved by then.
 */
export function focusHeading(): void {
  const main = document.querySelector<HTMLElement>('main');
  const heading = main?.querySelector<HTMLElement>('h1');
  const place = heading ?? main;
  if (!place?.hasAttribute('tabindex')) place?.setAttribute('tabindex', '-1');
  place?.focus({ preventScroll: true });
  if (heading || !main) return;
  const observer = new MutationObserver(() => {
    const hasMoved = document.activeElement !== main && document.activeElement !== document.body;
    if (!hasMoved && !main.querySelector('h1')) return;
    observer.disconnect();
    if (!hasMoved) focusHeading();
  });
  observer.observe(main, { childList: true, subtree: true });
}
