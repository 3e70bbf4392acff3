/**
 * Counts the length of a text. The editor, the server and the statistics use the same rule, so that the number shown is
 * the number that limits are checked against.
 *
 * Finds words with a regular expression instead of `Intl.Segmenter`, because its dictionaries split Chinese and
 * Japanese into words that we don’t want, it splits Korean where a particle follows a Latin name ("SNS는"), and it
 * depends on the ICU version of the engine. For spaced scripts, the expression follows the same Unicode rules (UAX #29,
 * WB4–WB13b). The tests check that against `Intl.Segmenter`. Thai, Lao, Khmer and Burmese have no spaces and need its
 * dictionaries. Only there can a browser’s count differ from the server’s (Lao does in Chromium). The server’s count
 * applies.
 */

/**
 * Han and kana as code points instead of `\p{Script=…}`. Contains all of planes 2 and 3, so that ideographs added by a
 * later Unicode version count the same in every engine. Contains the iteration marks (々 〻 ゝ ヽ 〱), 〆, 〇, ー and
 * half-width kana. Doesn’t contain their punctuation (、。「」・) and voicing marks, so that ｶﾞ counts as one, like ガ.
 */
const HAN_AND_KANA = [
  '\\u2E80-\\u2FD5', // radicals: text copied from PDFs contains them instead of the characters
  '\\u3005-\\u3007\\u3021-\\u3029\\u3031-\\u3035\\u3038-\\u303B',
  '\\u3041-\\u3096\\u309D-\\u309F\\u30A1-\\u30FA\\u30FC-\\u30FF\\u31F0-\\u31FF',
  '\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uF900-\\uFAFF',
  '\\uFF66-\\uFF9D',
  '\\u{1AFF0}-\\u{1AFFE}\\u{1B000}-\\u{1B16F}\\u{20000}-\\u{3FFFD}',
].join('');
const HALF_WIDTH_VOICING = '\\uFF9E\\uFF9F';
const UNSPACED = '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';

const DIGIT = '\\p{Nd}';
// Pictographs are excluded because of ℹ, which is a letter by category.
const LETTER = `[[\\p{L}\\p{Nl}]--[${HAN_AND_KANA}${HALF_WIDTH_VOICING}${UNSPACED}\\p{Extended_Pictographic}]]`;
/**
 * Characters that attach to the one before: accents, vowel signs, skin tones, soft hyphens, joiners; not the zero width
 * space. The set operation comes before the range, because WebKit rejects it directly after one.
 */
const ATTACHED = `[[\\p{Cf}--\\u200B]\\p{M}${HALF_WIDTH_VOICING}\\u{1F3FB}-\\u{1F3FF}]`;
const UNDERSCORE = '\\p{Pc}';
// Full-width forms are not included: in Chinese text, "3，4" is a list and "Tom：Hello" two words. The narrow space
// separates thousands in French. It’s only allowed in numbers, because Unicode’s rules would also join "10 km".
const INSIDE_WORD = "[.:·'‘’]";
const INSIDE_NUMBER = "[.,;'‘’\\u202F]";
/** 1️⃣ is an emoji made of a digit, and emoji don’t count. */
const KEYCAP = '[0-9]\\uFE0F?\\u20E3';

// The alternatives of the loop exclude each other, so that the time is linear in the length of any text.
const WORD =
  `(?!${KEYCAP})(?=${LETTER}|${DIGIT})(?:` +
  [
    `${LETTER}(?:${ATTACHED}*${INSIDE_WORD}${ATTACHED}*(?=${LETTER}))?`,
    `${DIGIT}(?:${ATTACHED}*${INSIDE_NUMBER}${ATTACHED}*(?=${DIGIT}))?`,
    UNDERSCORE,
    ATTACHED,
  ].join('|') +
  ')+';

const UNIT = new RegExp(`[${HAN_AND_KANA}]|${WORD}`, 'gv');
const UNSPACED_RUN = new RegExp(`[\\p{L}&&[${UNSPACED}]][[\\p{L}\\p{M}]&&[${UNSPACED}]]*`, 'gv');

/**
 * Created on first use, because few texts have such a script. The language is fixed, because the default depends on the
 * machine.
 */
let unspacedWords: Intl.Segmenter | undefined;

function countUnspacedWords(run: string): number {
  unspacedWords ??= new Intl.Segmenter('en', { granularity: 'word' });
  let words = 0;
  for (const segment of unspacedWords.segment(run)) if (segment.isWordLike) words++;
  return words;
}

/**
 * Returns the length of a plain text in units: one per word or number, one per Han or kana character, none for
 * punctuation, symbols and emoji. As in Unicode’s rules, "don't" and "3.14" are one word and "well-known" is two.
 * Korean words are separated only by spaces. Paragraphs joined by line breaks have the sum of their units. Takes about
 * 10 ms for the longest chapter (120,000 characters).
 */
export function countUnits(text: string): number {
  let units = text.match(UNIT)?.length ?? 0;
  for (const run of text.match(UNSPACED_RUN) ?? []) units += countUnspacedWords(run);
  return units;
}

/** Returns the length in characters, as PostgreSQL’s `char_length` counts them: code points, not UTF-16 units. */
export function countCharacters(text: string): number {
  let characters = 0;
  for (const _ of text) characters++;
  return characters;
}
