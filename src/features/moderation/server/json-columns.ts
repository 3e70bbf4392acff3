import type { Finding } from '../model/screening/findings.ts';

declare module '#platform/db/json.ts' {
  interface JsonColumns {
    'reviews.findings': Finding[];
  }
}
