/**
 * The start of text that a spreadsheet would interpret as a formula. Where semicolons separate cells, as in German and
 * French, a formula can also start after one of them.
 */
const FORMULA = /(^|[;\t\r\n])(?=[=+\-@＝＋－＠\t\r])/gu;

function toCell(value: string | number): string {
  return typeof value === 'number' ? String(value) : `"${value.replace(FORMULA, "$1'").replaceAll('"', '""')}"`;
}

/** Formats rows as a file for spreadsheets (RFC 4180), all text quoted, with a byte order mark that identifies it as UTF-8. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')}`;
}
