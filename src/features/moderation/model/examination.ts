import { HOUR } from '#core/time.ts';

/** The doctor examines the site for its operator: with `npm run doctor`, or for an administrator. */

/** `wrong` is what members notice, now or after a fault. */
export const FINDING_LEVELS = ['ok', 'warn', 'wrong'] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];

/** What is examined, in the order in which it is shown. */
export const EXAMINED_AREAS = [
  'versions',
  'database',
  'replica',
  'address',
  'mail',
  'storage',
  'disk',
  'keys',
  'upgrade',
  'backup',
] as const;
export type ExaminedArea = (typeof EXAMINED_AREAS)[number];

/** A size that each language writes in its own way. */
export interface FoundSize {
  readonly bytes: number;
}

/**
 * What was found. Its sentence is the text `doctor.CODE` with these words, and what to do about it `doctor.CODE.todo`.
 * Stored in the database, so that it is read in the language of each administrator.
 */
export interface SiteFinding {
  readonly area: ExaminedArea;
  readonly level: FindingLevel;
  readonly code: string;
  readonly words: Readonly<Record<string, string | number | FoundSize>>;
}

/** How long an examination can take. One that has taken longer has ended with its process, and another can begin. */
export const EXAMINATION_LASTS = HOUR;
/** What administrators get an email about, once. A problem is known as long as it lasts. */
export const SITE_PROBLEMS = ['backup', 'disk', 'mail', 'replica', 'storage'] as const;
