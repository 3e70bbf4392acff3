/** Event after the URL has changed without loading a page. */
export const CHANGED = 'skein:address';

export interface ChangeOptions {
  /** Replaces the history entry, so that Back skips the previous state. */
  replace?: boolean;
  /** Scrolls to the top. Otherwise the scroll position is kept. */
  toTop?: boolean;
}

let isInPlace = false;

/**
 * Navigates to a URL of this site. Rooms change to their own URLs without loading a page. All other URLs are loaded.
 */
export function go(url: URL, { replace = false, toTop = false }: ChangeOptions = {}): void {
  if (!isInPlace || url.pathname !== location.pathname) {
    if (replace) location.replace(url);
    else location.assign(url);
    return;
  }
  if (replace) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  dispatchEvent(new Event(CHANGED));
  if (toTop) scrollTo(0, 0);
}

/** Changes the query parameters of this page and keeps the others; null removes one. */
export function change(parameters: Readonly<Record<string, string | null>>, options?: ChangeOptions): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  url.hash = '';
  go(url, options);
}

/** Follows links from a room to itself, such as tabs, without loading the page again. */
function follow(event: MouseEvent): void {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (event.defaultPrevented || !isPlain) return;
  const anchor = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!anchor || anchor.target || anchor.hasAttribute('download') || anchor.dataset.act) return;
  const url = new URL(anchor.href);
  if (url.origin !== location.origin || url.pathname !== location.pathname) return;
  // The browser handles links within the page.
  if (url.hash && url.search === location.search) return;
  event.preventDefault();
  go(url, { toTop: url.hash === '' });
}

/** Lets this page change its URL without loading. For rooms, which only React renders. */
export function stayInPlace({ links }: { links: boolean }): void {
  isInPlace = true;
  if (links) document.addEventListener('click', follow);
}
