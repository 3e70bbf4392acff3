const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

function isUsable(element: Element): boolean {
  return element.matches(FOCUSABLE) && element.checkVisibility({ visibilityProperty: true });
}

/**
 * Gives the focus back to `opener`, by default to who has it now. When that one is gone by then, as the button that asked a visitor to log in is
 * for a member, to what is first in the place where it stood; unless what came instead has taken it.
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
    // Without scrolling, as the browser does it: in WebKit a page under a closing dialog would move otherwise.
    if (opener.isConnected && document.activeElement !== opener) opener.focus({ preventScroll: true });
    setTimeout(giveNear);
  };
}

/** Sends the focus to the first field of a dialog, or to its heading. */
export function enterDialog(element: HTMLElement | null): void {
  const first = element?.querySelector<HTMLElement>('input, textarea, select') ?? element?.querySelector('h2');
  first?.focus();
}

/** Sends the focus to the heading of this page, without scrolling: what had it is gone. */
export function focusHeading(): void {
  const place = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!place?.hasAttribute('tabindex')) place?.setAttribute('tabindex', '-1');
  place?.focus({ preventScroll: true });
}
