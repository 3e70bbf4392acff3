import type { Deps } from '#platform/context.ts';
import type { Database } from '#platform/db/database.ts';

/** `wrong` is what members notice, now or after a fault. */
export type Level = 'ok' | 'warn' | 'wrong';

export interface Finding {
  readonly level: Level;
  /** What was found, in a sentence. */
  readonly says: string;
  /** What to do about it. */
  readonly todo?: string;
}

/** What the checks look at. */
export interface Patient {
  readonly deps: Deps;
  readonly database: Database;
  /** Where to send a test email. */
  readonly mailTo: string | null;
  /** True to restore the latest backup for trial, which takes as long as restoring it. */
  readonly triesRestore: boolean;
}

export type Check = (patient: Patient) => Promise<Finding[]>;

export const ok = (says: string): Finding => ({ level: 'ok', says });
export const warn = (says: string, todo: string): Finding => ({ level: 'warn', says, todo });
export const wrong = (says: string, todo: string): Finding => ({ level: 'wrong', says, todo });
