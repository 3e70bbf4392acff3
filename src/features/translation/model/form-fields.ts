import { line, lines } from '#core/text-rules.ts';
import { TERM_MAX, TRANSLATION_NOTE_MAX } from './translation-limits.ts';

/** Fields of the small translation forms: glossary terms with their notes, and reviewers. */
export const term = line({ max: TERM_MAX, empty: 'required', tooLong: 'too_long' });
export const note = lines({ max: TRANSLATION_NOTE_MAX, tooLong: 'too_long' });
export const reviewerName = line({ max: 50, empty: 'required' });
