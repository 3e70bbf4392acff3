/** In UTF-16 units. */
const SHORT = 30;
/** Reads links of the inline markup, or words. */
const LINK_OR_WORD = /\]\([^)]*\)|\p{L}+/gu;

/**
 * Returns a text with other words of the same lengths, except the first one. It stands for a translation, which must not
 * be a copy. Short texts may be the same in both languages, and stay.
 */
export function otherWords(text: string): string {
  if (text.length <= SHORT) return text;
  let isFirst = true;
  return text.replace(LINK_OR_WORD, (found) => {
    if (isFirst || found.startsWith(']')) {
      isFirst = false;
      return found;
    }
    return [...found].reverse().join('');
  });
}
