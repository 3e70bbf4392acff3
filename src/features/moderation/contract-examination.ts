import * as z from 'zod/mini';
import { done, endpoint, nothing } from '#core/endpoint.ts';
import { isoTime } from '#core/fields.ts';
import { EXAMINED_AREAS, FINDING_LEVELS, SITE_PROBLEMS } from './model/examination.ts';

/** The running of the site, for administrators. */

export const SiteFindingView = z.strictObject({
  area: z.enum(EXAMINED_AREAS),
  level: z.enum(FINDING_LEVELS),
  /** Its sentence is the text `doctor.CODE` with these words. */
  code: z.string(),
  words: z.record(z.string(), z.union([z.string(), z.number(), z.strictObject({ bytes: z.number() })])),
});
export type SiteFindingView = z.output<typeof SiteFindingView>;

export const Examination = z.strictObject({
  /** `unfinished`: its process has ended, or no worker is running. */
  state: z.enum(['running', 'done', 'unfinished']),
  askedAt: isoTime,
  finishedAt: z.nullable(isoTime),
  findings: z.array(SiteFindingView),
});
export type Examination = z.output<typeof Examination>;

export const SiteState = z.strictObject({
  /** What is wrong right now, the oldest first. */
  problems: z.array(z.strictObject({ problem: z.enum(SITE_PROBLEMS), since: isoTime })),
  /** Number of emails, and of all jobs, that wait to be carried out. */
  mailsWaiting: z.int(),
  jobsWaiting: z.int(),
  /** Number of jobs that have failed permanently. */
  jobsFailed: z.int(),
  /** The last one that was asked for. Null if none ever was. */
  examination: z.nullable(Examination),
});
export type SiteState = z.output<typeof SiteState>;

const ADMINISTRATOR_ERRORS = ['login_required', 'banned', 'forbidden'] as const;

export const examinationApi = {
  state: endpoint({
    method: 'GET',
    path: 'moderation/site_state',
    access: 'administrator',
    summary: 'Returns the problems of the site, its queues, and the result of the last examination.',
    input: nothing,
    response: SiteState,
    errors: ADMINISTRATOR_ERRORS,
  }),
  examine: endpoint({
    method: 'POST',
    path: 'moderation/examine',
    access: 'administrator',
    summary:
      'Examines the site as `npm run doctor` does, one at a time. The result is part of `moderation/site_state`.',
    input: z.strictObject({
      /** Also sends a test email to the caller. */
      sendMail: z.boolean(),
      /** Also restores the latest backup for trial. */
      tryRestore: z.boolean(),
    }),
    response: done,
    limit: 'examine',
    errors: [...ADMINISTRATOR_ERRORS, 'examination_running'],
  }),
};
