/** Orders of story lists (spec §9 and product §9): the spec’s three, and the one that “recently updated” links to. */
export const SORTS = ['recent_popular', 'classic_popular', 'latest_created', 'latest_updated'] as const;
export type Sort = (typeof SORTS)[number];
/** Search results can also be sorted by relevance. Without a query this is the same as the first of the others. */
export const SEARCH_SORTS = ['relevance', ...SORTS] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];
/** The default order. */
export function defaultSort(q: string | undefined): SearchSort {
  return q ? 'relevance' : 'recent_popular';
}

export const QUERY_MAX = 100;
/** Maximum count of search results. */
export const COUNT_MAX = 100;
/**
 * Maximum number of index rows that are read for each kind of match when sorting by relevance. Very common words have
 * more; some stories are then left out, but no one searches for such a word to find a certain story.
 */
export const ROWS_MAX: number = 25_000;
/** Number of stories in each section of the home page. */
export const HOME_SIZES = { popular: 12, updated: 10, newest: 6, waiting: 10, mine: 12 } as const;
/** With fewer stories in the reader’s languages, the home page says so and offers to write one. */
export const FEW_STORIES = 3;
/** Number of stories looking for writers that are shown at once. */
export const WAITING_SHOWN = 5;
