import type { Receipt } from '../../contract-public-reports.ts';
import type { ReportGround } from '../../model/public-report.ts';

/** What was sent, for the page that says so. */
export interface SentReport {
  readonly receipt: Receipt;
  readonly ground: ReportGround;
  /** Email address for the receipt. Null if none is sent. */
  readonly email: string | null;
}
