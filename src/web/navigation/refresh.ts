import { rememberFocus } from '../ui/focus.ts';

/** Shows a newer version of this page. */
type ShowFresh = (fresh: Document) => void;

let showFresh: ShowFresh | null = null;

/** Sets how this page takes over its newer version. */
export function onRefresh(show: ShowFresh): void {
  showFresh = show;
}

/**
 * Fetches and parses this page. Null if it no longer exists or can't be reached. Parsed by the request itself, because
 * the policy allows no script to turn text into elements.
 */
function fetchPage(): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', location.pathname + location.search);
    request.responseType = 'document';
    request.setRequestHeader('cache-control', 'no-cache');
    request.onloadend = () => resolve(request.status === 200 ? request.responseXML : null);
    request.send();
  });
}

/**
 * Refreshes this page after an action. Keeps scroll position, open elements, and focus; if the focused element is gone,
 * the focus moves to the first control near its old position. Resolves once the new version is shown. Reloads a page
 * that can't be refreshed.
 */
export async function refresh(): Promise<void> {
  const restoreFocus = rememberFocus();
  const fresh = showFresh && (await fetchPage());
  if (!showFresh || !fresh) return location.reload();
  showFresh(fresh);
  setTimeout(() => {
    if (document.activeElement === document.body) restoreFocus();
  });
}
