import type { Sort } from '../model/sorts.ts';

const WEIGHT = { cast: 'double precision', kept: 'st', looks: /^\d+(\.\d+)?(e[+-]?\d+)?$/ } as const;
const COUNT = { cast: 'bigint', kept: 'st', looks: /^\d{1,18}$/ } as const;
const MOMENT = { cast: 'timestamptz', kept: 's', looks: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00$/ } as const;

/** The sort column of each order, as in an index, and the format of its values in a cursor. */
export const ORDER = {
  recent_popular: { column: 'st.trend', ...WEIGHT },
  classic_popular: { column: 'st.readers', ...COUNT },
  latest_created: { column: 's.listed_at', ...MOMENT },
  latest_updated: { column: 's.continued_at', ...MOMENT },
} as const satisfies Record<Sort, { column: string; cast: string; kept: 'st' | 's'; looks: RegExp }>;
