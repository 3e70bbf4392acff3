import { beforeMoments } from '../motion/moments.ts';
import { rememberFocus } from '../ui/focus.ts';

/** Shows a newer version of this page. */
type ShowFresh = (fresh: Document) => void | Promise<void>;

/** Timeout in ms. */
const PATIENCE = 10_000;

let showFresh: ShowFresh | null = null;
/** The request in flight. */
let asking: XMLHttpRequest | null = null;

/** Sets how this page shows its newer version. */
export function onRefresh(show: ShowFresh): void {
  showFresh = show;
}

/**
 * Fetches and parses this page, and aborts an earlier request for it. Returns null if the page no longer exists, and
 * `later` if it isn’t available at the moment. The request itself parses the page, because the policy doesn’t allow
 * scripts to turn text into elements.
 */
function fetchPage(): Promise<Document | 'later' | null> {
  asking?.abort();
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    asking = request;
    request.open('GET', location.pathname + location.search);
    request.responseType = 'document';
    request.timeout = PATIENCE;
    request.setRequestHeader('cache-control', 'no-cache');
    request.onloadend = () => {
      const { status, responseXML } = request;
      if (asking === request) asking = null;
      resolve(status === 200 ? responseXML : status === 0 || status === 429 || status >= 500 ? 'later' : null);
    };
    request.send();
  });
}

/**
 * Refreshes this page after an action. Keeps scroll position, open elements, and focus. If the focused element is gone,
 * focuses the first control near its old position. Resolves once the new version is shown, or if it isn’t available at
 * the moment. Reloads a page that no longer exists.
 */
export async function refresh(): Promise<void> {
  const restoreFocus = rememberFocus();
  const fresh = showFresh && (await fetchPage());
  if (fresh === 'later') return;
  if (!showFresh || !fresh) return location.reload();
  const afterMoments = beforeMoments();
  await showFresh(fresh);
  void afterMoments();
  setTimeout(() => {
    if (document.activeElement === document.body) restoreFocus();
  });
}
