import { createContext, use, useLayoutEffect } from 'react';

/** Sets whether a slot keeps what the server rendered into it, although it is filled. */
export const KeepStaticPart = createContext<(keeps: boolean) => void>(() => {});

/** For islands that have nothing else to show yet: what the server rendered into their slot. */
export function StaticPart() {
  const keep = use(KeepStaticPart);
  useLayoutEffect(() => {
    keep(true);
    return () => keep(false);
  }, [keep]);
  return null;
}
