/** Reads links of the inline markup, or words. */
const LINK_OR_WORD = /\]\([^)]*\)|\p{L}+/gu;

/**
 * Returns a text with other words of the same lengths, except the first one. It stands for a translation, which must not
 * be a copy.
 */
export function otherWords(text: string): string {
  let isFirst = true;
  return text.replace(LINK_OR_WORD, (found) => {
    if (isFirst || found.startsWith(']')) {
      isFirst = false;
      return found;
    }
    return [...found].reverse().join('');
  });
}
