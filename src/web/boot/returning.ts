/**
 * Calls back whenever this page comes back as it was left, from the back/forward cache: nothing that happened meanwhile has
 * reached it. Answers with what ends it.
 */
export function onReturn(callback: () => void): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) callback();
  };
  addEventListener('pageshow', onShow);
  return () => removeEventListener('pageshow', onShow);
}
