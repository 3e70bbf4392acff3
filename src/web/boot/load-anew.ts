/**
 * Loads this page again if the site can be reached, and says whether it does: browsers keep a failed import as long as the page
 * lives. `file` is one that was not loaded; where it is gone, a new release has taken its place.
 */
export async function loadAnew(file: string): Promise<boolean> {
  const response = await fetch(file).catch(() => null);
  const isReached = response !== null && (response.ok || response.status === 404);
  if (isReached) location.reload();
  return isReached;
}
