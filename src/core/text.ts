/** Length in code points, as people count letters. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

// Everything below U+0020 but tab and line feed, the C1 controls, and what PostgreSQL or XML cannot hold.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is being removed
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g;

/** Text that can be stored and shown: line ends as \n, no control characters, no lone surrogates; letters as they are. */
export function tidyText(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replaceAll('\r', '\n').replace(CONTROLS, '');
}

/** Signs that turn the direction of all that follows, also of words that are not the writer's. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Beside what Unicode calls invisible, the empty pattern of braille. */
const VISIBLE = /[^\p{Cf}\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Is there anything in it that can be seen? */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/**
 * Text of a short field: tidied and in NFC, so that equal names and titles are equal; without signs that turn what stands
 * around it, and empty where nothing of it can be seen.
 */
export function cleanText(text: string): string {
  const clean = tidyText(text).replace(TURNS, '').normalize('NFC');
  return isVisible(clean) ? clean : '';
}
