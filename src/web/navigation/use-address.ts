import { useMemo, useSyncExternalStore } from 'react';

export interface ChangeOptions {
  /** Replaces the history entry, so that Back skips the previous state. */
  replace?: boolean;
  /** Scrolls to the top. Otherwise the scroll position is kept. */
  toTop?: boolean;
}

const CHANGED = 'skein:address';
/** How often the address has changed since the page was loaded. */
let visits = 0;
let isInPlace = false;

function subscribe(listener: () => void): () => void {
  const types = ['popstate', 'hashchange', CHANGED];
  const onChange = () => {
    visits += 1;
    listener();
  };
  for (const type of types) addEventListener(type, onChange);
  return () => {
    for (const type of types) removeEventListener(type, onChange);
  };
}

/** Shows this URL of the same page without loading it. */
function show(url: URL, { replace = false, toTop = false }: ChangeOptions): void {
  if (replace) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  dispatchEvent(new Event(CHANGED));
  if (toTop) scrollTo(0, 0);
}

/** Changes the query parameters of this page and keeps the others; null removes one. */
function change(parameters: Readonly<Record<string, string | null>>, options: ChangeOptions = {}): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  url.hash = '';
  if (isInPlace) show(url, options);
  else if (options.replace) location.replace(url);
  else location.assign(url);
}

/**
 * The query and hash of this page: tabs, filters, and what is open. Rooms change them in place; other pages are loaded
 * again.
 */
export function useAddress() {
  const address = useSyncExternalStore(
    subscribe,
    () => `${location.search}\n${location.hash}\n${visits}`,
    () => '\n\n0',
  );
  return useMemo(() => {
    const [search = '', hash = '', visit = ''] = address.split('\n');
    return { query: new URLSearchParams(search), hash, visit, change };
  }, [address]);
}

/** Has links to this page change its address without loading it, for pages that are rendered in the browser alone. */
export function stayInPlace({ links }: { links: boolean }): void {
  isInPlace = true;
  if (!links) return;
  document.addEventListener('click', (event) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !isPlain) return;
    const anchor = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    if (!anchor || anchor.target || anchor.hasAttribute('download') || anchor.dataset.act) return;
    const url = new URL(anchor.href);
    if (url.origin !== location.origin || url.pathname !== location.pathname) return;
    // The browser handles links within the page.
    if (url.hash && url.search === location.search) return;
    event.preventDefault();
    show(url, { toTop: url.hash === '' });
  });
}
