/** Text that a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as a file for spreadsheets (RFC 4180), with the mark by which they know that it is UTF-8. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')}`;
}
