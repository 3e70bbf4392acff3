import type { Language } from '#core/languages.ts';

/** Texts with fewer letters than this are too short to identify their language. */
const FEWEST_LETTERS = 80;
const MAIN_SHARE = 0.5;
/** Japanese prose has far more kana than this, Chinese has none. Quotations of either are shorter. */
const KANA_SHARE = 0.05;

/**
 * Identifies the language by its script. For Korean, Japanese and Chinese (classical Chinese included) that is more
 * reliable than any statistics. `latin` needs the detector. Null if the text is too short.
 */
export function scriptLanguage(text: string): Language | 'latin' | 'other' | null {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const letters = count(/\p{L}/gu);
  if (letters < FEWEST_LETTERS) return null;
  const hangul = count(/\p{Script=Hangul}/gu);
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = count(/\p{Script=Han}/gu);
  if (hangul / letters > MAIN_SHARE) return 'ko';
  if ((han + kana) / letters > MAIN_SHARE) return kana / letters > KANA_SHARE ? 'ja' : 'zh';
  return count(/\p{Script=Latin}/gu) / letters > MAIN_SHARE ? 'latin' : 'other';
}
