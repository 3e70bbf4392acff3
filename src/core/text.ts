/** Returns the length in code points, which is closer to what people count as letters. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

// C0 controls except tab and line feed, DEL, C1 controls, the BOM, and characters that PostgreSQL or XML can't store.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters to remove
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g;

/**
 * Makes text safe to store and display: converts line endings to \n, removes control characters and replaces lone
 * surrogates. Doesn't normalize letters.
 */
export function tidyText(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replaceAll('\r', '\n').replace(CONTROLS, '');
}

/** Bidirectional control characters. They could also reverse the text around the author's words. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Matches a visible character. Excludes what Unicode defines as invisible, and the blank braille pattern. */
const VISIBLE = /[^\p{Cf}\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/**
 * Cleans the text of a short field: tidies it and removes bidirectional controls. Normalizes it to NFC, so that names
 * and titles that look the same compare as equal. Returns an empty string if nothing is visible.
 */
export function cleanText(text: string): string {
  const clean = tidyText(text).replace(TURNS, '').normalize('NFC');
  return isVisible(clean) ? clean : '';
}
