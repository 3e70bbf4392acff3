import type { SiteFinding } from '../model/examination.ts';
import type { Finding } from '../model/screening/findings.ts';

declare module '#platform/db/json.ts' {
  interface JsonColumns {
    'examinations.findings': SiteFinding[];
    'reviews.findings': Finding[];
  }
}
