/**
 * How long a text is. One rule for the editor, the server and the statistics, so that a number never differs
 * between the place where it is shown and the place where it decides.
 *
 * Words are found by a regular expression and not by `Intl.Segmenter`: its dictionaries cut Chinese and Japanese into
 * words that we do not want, it cuts Korean where a Latin name meets its particle ("SNS는"), and it changes with the
 * ICU of the engine. For spaced scripts the expression follows the same Unicode rules (UAX #29, WB4–WB13b), which
 * the tests check against `Intl.Segmenter`. Thai, Lao, Khmer and Burmese have no spaces and need its dictionaries;
 * only there may a browser's count differ from the server's (Lao does in Chromium), and the server's holds.
 */

/**
 * Han and kana as code points rather than `\p{Script=…}`: whole planes 2 and 3, so that an ideograph added by the next
 * Unicode counts the same in every engine. With the iteration marks (々 〻 ゝ ヽ 〱), 〆, 〇, ー and half-width kana; without
 * their punctuation (、。「」・) and without voicing marks, so ｶﾞ counts as one, like ガ.
 */
const HAN_AND_KANA = [
  '\\u2E80-\\u2FD5', // radicals: text copied from PDFs has them in place of the characters
  '\\u3005-\\u3007\\u3021-\\u3029\\u3031-\\u3035\\u3038-\\u303B',
  '\\u3041-\\u3096\\u309D-\\u309F\\u30A1-\\u30FA\\u30FC-\\u30FF\\u31F0-\\u31FF',
  '\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uF900-\\uFAFF',
  '\\uFF66-\\uFF9D',
  '\\u{1AFF0}-\\u{1AFFE}\\u{1B000}-\\u{1B16F}\\u{20000}-\\u{3FFFD}',
].join('');
const HALF_WIDTH_VOICING = '\\uFF9E\\uFF9F';
const UNSPACED = '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';

const DIGIT = '\\p{Nd}';
// Pictographs are taken out for the one that is a letter by category, ℹ.
const LETTER = `[[\\p{L}\\p{Nl}]--[${HAN_AND_KANA}${HALF_WIDTH_VOICING}${UNSPACED}\\p{Extended_Pictographic}]]`;
/**
 * Characters that attach to the one before: accents, vowel signs, skin tones, soft hyphens, joiners; not the zero width
 * space. The set operation comes before the range, because WebKit rejects it directly after one.
 */
const ATTACHED = `[[\\p{Cf}--\\u200B]\\p{M}${HALF_WIDTH_VOICING}\\u{1F3FB}-\\u{1F3FF}]`;
const UNDERSCORE = '\\p{Pc}';
// Full-width forms are left out: in Chinese text "3，4" is a list and "Tom：Hello" two words. The narrow space parts
// thousands in French, where Unicode's rules would also join "10 km" by it.
const INSIDE_WORD = "[.:·'‘’]";
const INSIDE_NUMBER = "[.,;'‘’\\u202F]";
/** 1️⃣ is an emoji made of a digit, and emoji are no units. */
const KEYCAP = '[0-9]\\uFE0F?\\u20E3';

// Every turn of the loop takes what the others cannot, so the time is linear in the text, however it is made.
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

/** Made on first need: few texts have such a script. The language is fixed, as the default would be the machine's. */
let unspacedWords: Intl.Segmenter | undefined;

function countUnspacedWords(run: string): number {
  unspacedWords ??= new Intl.Segmenter('en', { granularity: 'word' });
  let words = 0;
  for (const segment of unspacedWords.segment(run)) if (segment.isWordLike) words++;
  return words;
}

/**
 * The length of a plain text in units: one per word or number, one per Han or kana character, none for punctuation,
 * symbols and emoji. As in Unicode's rules "don't" and "3.14" are one word, "well-known" is two; Korean words are
 * divided by spaces alone. Paragraphs joined by line breaks count as much as the paragraphs one by one.
 * About 10 ms for the longest chapter (120,000 characters).
 */
export function countUnits(text: string): number {
  let units = text.match(UNIT)?.length ?? 0;
  for (const run of text.match(UNSPACED_RUN) ?? []) units += countUnspacedWords(run);
  return units;
}

/** The length of a text in characters as PostgreSQL's `char_length` counts them: code points, not UTF-16 units. */
export function countCharacters(text: string): number {
  let characters = 0;
  for (const _ of text) characters++;
  return characters;
}
