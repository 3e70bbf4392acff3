import { blockText } from './document.ts';
import type { Paragraph } from './document-schema.ts';

/** Maximum number of code points of an opening. */
const OPENING_MAX = 160;

/** Path of the paragraph that a chapter opens with, in PostgreSQL. */
export const OPENING_PATH = '$.content[*] ? (@.type == "paragraph")';

/** Returns the first words of the paragraph that a chapter opens with, on one line. Null if there is none. */
export function openingOf(paragraph: Paragraph | null): string | null {
  if (!paragraph) return null;
  const text = blockText(paragraph).replace(/\s+/g, ' ').trim();
  const letters = [...text];
  if (letters.length <= OPENING_MAX) return text || null;
  return `${letters
    .slice(0, OPENING_MAX)
    .join('')
    .replace(/\s\S*$/, '')}…`;
}
