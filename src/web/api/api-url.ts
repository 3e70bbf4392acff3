/** Returns the URL of a call. Null and undefined values are left out of the query. */
export function apiUrl(path: string, query: Record<string, unknown>): string {
  const search = new URLSearchParams({ t: document.documentElement.lang });
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, String(value));
  return `/api/${path}?${search}`;
}
