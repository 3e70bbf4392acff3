import type { Receipt } from '../../contract-public-reports.ts';
import type { ReportGround } from '../../model/public-report.ts';

/** What was sent, for the page that says so. */
export interface SentReport {
  readonly receipt: Receipt;
  readonly ground: ReportGround;
  /** Where the receipt goes. Null if no one is written to. */
  readonly email: string | null;
}
