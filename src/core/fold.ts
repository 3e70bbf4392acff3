/** Letters that Unicode normalization doesn’t decompose. Spelled out, so that “ss” finds “ß”. */
const SPELT: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ð: 'd', þ: 'th' };

/**
 * Normalizes text for search: lower case, without accents, uniform width, katakana as hiragana. The database does the
 * same with names (`fold_name`).
 */
export function fold(text: string): string {
  return text
    .toWellFormed()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæœøłđıðþ]/g, (letter) => SPELT[letter] ?? letter)
    .normalize('NFC')
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}
