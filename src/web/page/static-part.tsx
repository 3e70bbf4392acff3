import { createContext, use, useLayoutEffect } from 'react';

/** Sets whether a filled slot still shows what the server rendered into it. */
export const KeepStaticPart = createContext<(keeps: boolean) => void>(() => {});

/** Shows what the server rendered into the slot, for islands that have nothing else to show yet. */
export function StaticPart() {
  const keep = use(KeepStaticPart);
  useLayoutEffect(() => {
    keep(true);
    return () => keep(false);
  }, [keep]);
  return null;
}
