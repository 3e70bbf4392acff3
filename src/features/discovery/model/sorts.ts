/** Orders of story lists (spec §9 and product §9): the spec's three, and the one that "recently updated" leads to. */
export const SORTS = ['recent_popular', 'classic_popular', 'latest_created', 'latest_updated'] as const;
export type Sort = (typeof SORTS)[number];

export const QUERY_MAX = 100;
/** How many stories a section of the home page shows. */
export const HOME_SIZES = { popular: 12, updated: 10, newest: 6, waiting: 10 } as const;
/** How many of those that wait for a writer are seen at once. */
export const WAITING_SHOWN = 5;
