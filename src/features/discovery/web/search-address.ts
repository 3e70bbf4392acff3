/** What was looked for, as it stands in the address. */
export type SearchQuery = Readonly<Record<string, string>>;

/** Id of the form with order and filters. */
export const FILTER_FORM = 'search-filters';

/** What of it narrows the list. */
export const FILTERS = ['mode', 'category', 'language'] as const;

export function filtersOn(search: SearchQuery) {
  return FILTERS.filter((name) => name in search);
}

/** The same without these; and from its first page. */
export function without(search: SearchQuery, ...names: readonly string[]): SearchQuery {
  return Object.fromEntries(Object.entries(search).filter(([name]) => name !== 'cursor' && !names.includes(name)));
}
