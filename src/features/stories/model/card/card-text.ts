/** Texts on share cards. They are drawn in the browser, from what its reader can see. */

/** Maximum length of a quote on a card, in characters as readers see them. */
export const QUOTE_MAX = 280;

/** More accents than this on one character would be drawn over the lines around it. */
const ACCENTS_MAX = 3;

/** Control characters, and characters that are invisible or change the direction of what follows. */
const INVISIBLE = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
const TOO_MANY_ACCENTS = new RegExp(`(\\p{M}{${ACCENTS_MAX}})\\p{M}+`, 'gu');

/** Returns a text in one line, without what could hide or cover other text on a card. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(INVISIBLE, '')
    .replace(TOO_MANY_ACCENTS, '$1')
    .trim();
}

/** Splits a text into characters as readers see them, so that no emoji or accented letter is divided. */
export function charactersOf(text: string): string[] {
  // Older browsers don’t have it.
  if (!('Segmenter' in Intl)) return [...text];
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

const PAUSE = /[\s,.;:、。，；：-]/u;

/** Shows with an ellipsis that a text continues. Replaces spaces and punctuation at its end. */
export function withEllipsis(text: string): string {
  let end = text.length;
  // Not a pattern that ends with `+$`, which would take quadratic time.
  while (end > 0 && PAUSE.test(text[end - 1]!)) end -= 1;
  return `${text.slice(0, end)}…`;
}

/** Shortens a clean text to a maximum length. Cuts between words if there are spaces near the end. */
export function shorten(text: string, max = QUOTE_MAX): string {
  const characters = charactersOf(text);
  if (characters.length <= max) return text;
  const kept = characters.slice(0, max - 1).join('');
  const atSpace = kept.lastIndexOf(' ');
  const whole = atSpace > kept.length * 0.7 ? kept.slice(0, atSpace) : kept;
  return withEllipsis(whole);
}

const OPENING_MAX = 160;

/** What looks like the end of a sentence after an initial or a short title, such as “Mr L.” */
const ABBREVIATED = /(?:^|\s)\p{L}{1,2}\.\s*$/u;

/** Returns how a text begins: its first sentences, as many as fit. A longer first sentence is shortened. */
export function openingOf(text: string, language: string): string {
  const clean = cleanText(text);
  if (!('Segmenter' in Intl)) return shorten(clean, OPENING_MAX);
  let read = '';
  let whole = '';
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(clean)) {
    read += segment;
    if (charactersOf(read.trimEnd()).length > OPENING_MAX) break;
    if (!ABBREVIATED.test(read) || read === clean) whole = read;
  }
  return whole.trim() || shorten(clean, OPENING_MAX);
}
