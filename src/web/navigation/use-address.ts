import { useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import { CHANGED, change } from './address.ts';

/** How often the address has changed since the page was loaded. */
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

/** The query and hash of this page: tabs, filters, and what is open. `visit` differs after each change. */
export function useAddress() {
  const now = useSyncExternalStore(
    subscribe,
    () => `${location.search}\n${location.hash}\n${visits}`,
    () => '\n\n0',
  );
  // The room stays as it is, with its focus, until what the new address shows is loaded.
  const address = useDeferredValue(now);
  return useMemo(() => {
    const [search = '', hash = '', visit = ''] = address.split('\n');
    return { query: new URLSearchParams(search), hash, visit, change };
  }, [address]);
}
