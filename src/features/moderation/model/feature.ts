import * as z from 'zod/mini';
import { modelFeature } from '#core/feature.ts';
import { type NoticeParams, notice } from '#core/notices.ts';
import { outsideUrl } from '#core/outside-url.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import type { FoundBy, RestrictionAction, Rule } from './restriction.ts';

/** Besides these, it has the names of the subject’s feature, such as `story` and `round`. */
type Decided = NoticeParams & {
  action: RestrictionAction;
  title: string;
  rule: Rule;
  reason: string;
  excerpt: string;
  /** How it came about. Messages of earlier versions have neither this nor the id. */
  found: FoundBy;
  /** Id of the decision, which is in the URL of its statement of reasons. */
  decision: number;
};
/** `title` is empty if it is about an account. */
type Answered = { title: string; reason: string };
/** `number` is the number of the report. */
type Reported = { number: string; title: string };

export const moderation = modelFeature({
  name: 'moderation',
  errors: {
    review_not_found: 404,
    review_outdated: 409,
    own_work: 403,
    job_not_found: 404,
    target_not_found: 404,
    own_target: 409,
    already_reported: 409,
    case_not_found: 404,
    case_closed: 409,
    own_decision: 403,
    not_over_moderators: 403,
    restriction_not_found: 404,
    already_appealed: 409,
    appeal_too_late: 409,
    examination_running: 409,
  },
  limits: {
    feedback: {
      setting: 'LIMIT_FEEDBACK',
      default: 5,
      says: 'feedback messages per member and day',
      window: DAY,
      per: 'member',
      done: true,
    },
    report: {
      setting: 'LIMIT_REPORT',
      default: 20,
      says: 'reports per member and day',
      window: DAY,
      per: 'member',
      done: true,
    },
    public_report: {
      setting: 'LIMIT_PUBLIC_REPORT',
      default: 10,
      says: 'reports through the form per caller and day',
      window: DAY,
      per: 'key',
    },
    public_report_email: {
      setting: 'LIMIT_PUBLIC_REPORT_EMAIL',
      default: 3,
      says: 'reports through the form per email address of a visitor and day',
      window: DAY,
      per: 'key',
    },
    appeal: {
      setting: 'LIMIT_APPEAL',
      default: 10,
      says: 'appeals per member and day',
      window: DAY,
      per: 'member',
      done: true,
    },
    moderate: {
      setting: 'LIMIT_MODERATE',
      default: 120,
      says: 'decisions per moderator and minute',
      window: MINUTE,
      per: 'member',
      here: true,
    },
    examine: {
      setting: 'LIMIT_EXAMINE',
      default: 10,
      says: 'examinations of the site per administrator and hour',
      window: HOUR,
      per: 'member',
      done: true,
    },
  },
  settings: {
    REVIEW_ENDPOINT: {
      schema: outsideUrl,
      default: '',
      says: 'OpenAI-compatible endpoint that the pre-review also consults. HTTPS or a loopback address. Default: none.',
    },
    REVIEW_MODEL: {
      schema: z.string().check(z.minLength(1)),
      default: 'default',
      says: 'Model to request from `REVIEW_ENDPOINT`.',
      needs: 'REVIEW_ENDPOINT',
    },
    REVIEW_KEY: {
      schema: z.string().check(z.minLength(1)),
      default: '',
      says: 'API key for `REVIEW_ENDPOINT`.',
      needs: 'REVIEW_ENDPOINT',
    },
  },
  notices: {
    restricted: notice<Decided>(),
    lifted: notice<Answered>(),
    appeal_granted: notice<Answered>(),
    appeal_upheld: notice<Answered>(),
    report_received: notice<Reported>({ once: true }),
    report_upheld: notice<Reported & { reason: string }>({ once: true }),
    report_dismissed: notice<Reported & { reason: string }>({ once: true }),
  },
});

type Errors = typeof moderation.errors;
type Limits = typeof moderation.limits;
type Settings = typeof moderation.settings;
type Notices = typeof moderation.notices;

declare module '#core/errors.ts' {
  interface ErrorCodes extends Errors {}
}

declare module '#core/endpoint.ts' {
  interface LimitClasses extends Limits {}
}

declare module '#core/feature.ts' {
  interface FeatureSettings extends Settings {}
}

declare module '#core/notices.ts' {
  interface NoticeKinds extends Notices {}
}
