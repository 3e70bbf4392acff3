/** Parses a whole number, with or without spaces. NaN if it isn’t one. */
export function wholeNumber(text: string): number {
  const digits = text.replace(/\s/gu, '').normalize('NFKC');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}
