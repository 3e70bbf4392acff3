/**
 * Reloads this page if the site can be reached, and returns whether it does. Retrying an import isn’t enough, because
 * browsers remember a failed one until the page is reloaded. `file` is a file that failed to load. A 404 means that a
 * new release has replaced it.
 */
export async function reloadIfReachable(file: string): Promise<boolean> {
  const response = await fetch(file).catch(() => null);
  const isReached = response !== null && (response.ok || response.status === 404);
  if (isReached) location.reload();
  return isReached;
}
