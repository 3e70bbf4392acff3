/**
 * Calls back whenever this page is restored from the back/forward cache. The page has missed everything that happened
 * since the user left it. Returns a function that removes the listener.
 */
export function onReturn(callback: () => void): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) callback();
  };
  addEventListener('pageshow', onShow);
  return () => removeEventListener('pageshow', onShow);
}
