import { line, lines } from '#core/text-rules.ts';
import { KEYWORD_MAX, KEYWORD_MIN, REQUEST_NOTE_MAX } from './participation-limits.ts';

/** Search term for members. */
export const keyword = line({ min: KEYWORD_MIN, max: KEYWORD_MAX, empty: 'keyword_empty' });
/** Text of an invitation or application. */
export const note = lines({ max: REQUEST_NOTE_MAX, tooLong: 'note_too_long' });
