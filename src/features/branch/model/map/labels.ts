// Chinese, Japanese and Korean characters are twice as wide as Latin ones. The first two can break anywhere.
const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/;
const BREAKS_ANYWHERE = /([\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60])/;

/** Width in units of a Latin letter. Precise enough for line breaks. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += WIDE.test(letter) ? 2 : 1;
  return width;
}

/** Breaks a text into at most `lines` lines. If it doesn’t fit, the last line ends with an ellipsis. */
export function linesOf(text: string, most: number, lines: number): string[] {
  const words = text.split(/\s+/).flatMap((word, i) => {
    const parts = word.split(BREAKS_ANYWHERE).filter(Boolean);
    return parts.map((part, j) => ({ part, space: i > 0 && j === 0 }));
  });
  const rows: string[] = [];
  for (const { part, space } of words) {
    const last = rows.at(-1);
    const longer = last === undefined ? null : `${last}${space ? ' ' : ''}${part}`;
    if (longer !== null && widthOf(longer) <= most) rows[rows.length - 1] = longer;
    else rows.push(part);
  }
  const kept = rows.slice(0, lines).map((row) => shorten(row, most));
  if (rows.length > lines) kept[lines - 1] = shorten(`${kept[lines - 1]} ${rows[lines]}`, most, true);
  return kept;
}

function shorten(row: string, most: number, always = false): string {
  if (!always && widthOf(row) <= most) return row;
  let kept = '';
  let width = 1;
  for (const letter of row) {
    width += WIDE.test(letter) ? 2 : 1;
    if (width > most) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}

/** Shortens a name to a number of bytes. Chinese, Japanese and Korean characters take three. */
export function shortName(name: string, size: number): string {
  const encoder = new TextEncoder();
  if (encoder.encode(name).length <= size) return name;
  let kept = '';
  let left = size - 3;
  for (const letter of name) {
    left -= encoder.encode(letter).length;
    if (left < 0) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}
