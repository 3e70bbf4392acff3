/**
 * Removes the token of an emailed link from the URL as soon as it is read, so that it doesn’t stay in the history or get
 * copied with the URL.
 */
export function cleanAddress(names: readonly string[] = ['token']): void {
  const url = new URL(location.href);
  for (const name of names) url.searchParams.delete(name);
  history.replaceState(history.state, '', url.pathname + url.search + url.hash);
}
