import { line, lines, oneOf } from '#core/text-rules.ts';
import { COUNTRIES, LAWS } from './law.ts';
import { CONTACT_MAX, FEEDBACK_MAX, REASON_MAX, REASON_MIN } from './moderation-limits.ts';
import { PASSAGE_MAX, PUBLIC_DETAIL_MAX, PUBLIC_DETAIL_MIN, REPORTER_NAME_MAX } from './public-report.ts';
import { ADDRESS_MAX } from './reported-address.ts';
import { APPEAL_MAX, APPEAL_MIN, EXCERPT_MAX, REPORT_DETAIL_MAX, RULES } from './restriction.ts';

/** Reason for rejecting or removing content. */
export const reason = lines({
  min: REASON_MIN,
  max: REASON_MAX,
  empty: 'reason_empty',
  tooShort: 'reason_too_short',
  tooLong: 'reason_too_long',
});
/** Rule that a decision is based on, and rule that a report names. */
export const decisionRule = oneOf(RULES, 'decision_rule');
export const reportedRule = oneOf(RULES, 'report_reason');
export const reportDetail = lines({ max: REPORT_DETAIL_MAX, tooLong: 'too_long' });
export const excerpt = lines({ max: EXCERPT_MAX, tooLong: 'too_long' });
export const appealText = lines({
  min: APPEAL_MIN,
  max: APPEAL_MAX,
  empty: 'reason_empty',
  tooShort: 'reason_too_short',
  tooLong: 'too_long',
});
export const feedback = lines({ max: FEEDBACK_MAX, empty: 'feedback_empty', tooLong: 'too_long' });
export const contact = line({ max: CONTACT_MAX, tooLong: 'too_long' });

/** Fields of a public report. */
export const reportedAddress = line({ max: ADDRESS_MAX, empty: 'report_address', tooLong: 'too_long' });
export const reportedPassage = lines({ max: PASSAGE_MAX, tooLong: 'too_long' });
export const publicDetail = lines({
  min: PUBLIC_DETAIL_MIN,
  max: PUBLIC_DETAIL_MAX,
  empty: 'public_detail_empty',
  tooShort: 'public_detail_short',
  tooLong: 'too_long',
});
export const reporterName = line({ max: REPORTER_NAME_MAX, empty: 'reporter_name', tooLong: 'too_long' });
export const reportLaw = oneOf(LAWS, 'law');
export const reportCountry = oneOf(COUNTRIES, 'country');
