/** Number of rows of “Needs you” that are shown at once. */
export const NEEDS_SHOWN = 6;
/** Maximum number of rows. */
export const NEEDS_MAX = 30;

/** Characters of a member’s text that fit into a row. */
const EXCERPT = 90;

/** Returns the beginning of a text on one line, up to the end of a word. */
export function beginningOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const signs = [...line];
  if (signs.length <= EXCERPT) return line;
  const cut = signs.slice(0, EXCERPT).join('');
  // Languages without spaces are cut anywhere.
  const end = cut.lastIndexOf(' ');
  return `${(end > EXCERPT / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}
