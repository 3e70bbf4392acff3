/** Orders of story lists (spec §9 and product §9): the spec's three, and the one that "recently updated" leads to. */
export const SORTS = ['recent_popular', 'classic_popular', 'latest_created', 'latest_updated'] as const;
export type Sort = (typeof SORTS)[number];
/** What was looked for can also stand in the order of how well it fits; without words that is the first of the others. */
export const SEARCH_SORTS = ['relevance', ...SORTS] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];
/** The order that nobody chose. */
export function defaultSort(q: string | undefined): SearchSort {
  return q ? 'relevance' : 'recent_popular';
}

export const QUERY_MAX = 100;
/** Stories found are counted up to here. */
export const COUNT_MAX = 100;
/**
 * So many texts are looked at for each place where words may stand, where the best fit is asked for. Very common words have
 * more: then some stories are left out, in which nobody would look for a word as common as that.
 */
export const ROWS_MAX: number = 25_000;
/** How many stories a section of the home page shows. */
export const HOME_SIZES = { popular: 12, updated: 10, newest: 6, waiting: 10 } as const;
/** How many of those that wait for a writer are seen at once. */
export const WAITING_SHOWN = 5;
