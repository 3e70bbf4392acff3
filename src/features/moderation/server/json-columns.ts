import type { Mark } from '../model/screening/marks.ts';

declare module '#platform/db/json.ts' {
  interface JsonColumns {
    'reviews.marks': Mark[];
  }
}
