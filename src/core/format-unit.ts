/**
 * Formats a number with its unit in a language (BCP 47), such as “4 days”. Japanese has no space between them, though
 * the data of browsers has one.
 */
export function formatUnit(
  count: number,
  unit: 'day' | 'hour' | 'minute',
  language: string,
  unitDisplay: 'long' | 'narrow' = 'long',
): string {
  const text = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(count);
  return language === 'ja' ? text.replace(/\s/, '') : text;
}
