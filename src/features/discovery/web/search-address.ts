/** The search parameters of the URL. */
export type SearchQuery = Readonly<Record<string, string>>;

/** Id of the form with order and filters. */
export const FILTER_FORM = 'search-filters';

/** The parameters that filter the list. */
export const FILTERS = ['mode', 'category', 'language'] as const;

export function filtersOn(search: SearchQuery) {
  return FILTERS.filter((name) => name in search);
}

/** Returns the parameters without these, and starts from the first page. */
export function without(search: SearchQuery, ...names: readonly string[]): SearchQuery {
  return Object.fromEntries(Object.entries(search).filter(([name]) => name !== 'cursor' && !names.includes(name)));
}
