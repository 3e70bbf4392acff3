import { type Language, languagesIn } from '#core/languages.ts';

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

/** Returns the languages that the list is limited to. The URL can have several, separated by commas. */
export function languagesOf({ language = '' }: SearchQuery): Language[] {
  return languagesIn(language.split(','));
}

/** An active filter, and the query without it. */
type ActiveFilter = { rest: SearchQuery } & (
  | { name: 'language'; value: Language /** The list has all languages without it. */; isLast: boolean }
  | { name: 'mode' | 'category'; value: string }
);

/** Returns the active filters. Each language is a filter of its own. */
export function activeFilters(query: SearchQuery): ActiveFilter[] {
  const languages = languagesOf(query);
  return filtersOn(query).flatMap((name): ActiveFilter[] => {
    if (name !== 'language') return [{ name, value: query[name]!, rest: without(query, name) }];
    return languages.map((value) => {
      const others = languages.filter((language) => language !== value);
      const rest = others.length > 0 ? { ...without(query), language: others.join(',') } : without(query, name);
      return { name, value, rest, isLast: others.length === 0 };
    });
  });
}
