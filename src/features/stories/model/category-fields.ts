import { line, lines } from '#core/text-rules.ts';
import { CATEGORY_NAME_MAX, CATEGORY_NAME_MIN, SUGGESTION_REASON_MAX } from './categories.ts';

/** Fields of a suggested category. */
export const categoryName = line({
  min: CATEGORY_NAME_MIN,
  max: CATEGORY_NAME_MAX,
  empty: 'category_name_empty',
  tooShort: 'category_name_short',
  tooLong: 'too_long',
});
export const suggestionReason = lines({
  max: SUGGESTION_REASON_MAX,
  empty: 'category_reason_empty',
  tooLong: 'too_long',
});
