import { useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import { CHANGED, change } from './address.ts';

/** Number of URL changes since the page was loaded. */
let visits = 0;

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

/** Returns the query and hash of this page. `visit` differs after each change. */
export function useAddress() {
  const now = useSyncExternalStore(
    subscribe,
    () => `${location.search}\n${location.hash}\n${visits}`,
    () => '\n\n0',
  );
  // The room stays as it is, with its focus, until the content for the new URL is loaded.
  const address = useDeferredValue(now);
  return useMemo(() => {
    const [search = '', hash = '', visit = ''] = address.split('\n');
    return { query: new URLSearchParams(search), hash, visit, change };
  }, [address]);
}
