import unhomoglyph from 'unhomoglyph';

/**
 * Skeletons of texts (UTS 39): characters that look alike become the same one. Only for the server, because the table
 * has 100 KB.
 */

/** Two texts with the same skeleton look the same. A skeleton is for comparing, never for showing. */
export function skeletonOf(text: string): string {
  return unhomoglyph(text.normalize('NFD')).normalize('NFD');
}

/** Letters that aren’t Latin, although some of them look like Latin ones. */
const FOREIGN = /[\p{L}--[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]]/gv;
const LATIN = /\p{Script=Latin}/gu;

/**
 * Replaces letters of other scripts that look like the Latin letters a to z. Returns texts that are mostly written in
 * another script as they are.
 */
export function withLatinLetters(text: string): string {
  const foreign = text.match(FOREIGN)?.length ?? 0;
  if (foreign === 0 || (text.match(LATIN)?.length ?? 0) < foreign) return text;
  return text.replace(FOREIGN, (letter) => {
    const like = skeletonOf(letter);
    return /^[a-z]$/i.test(like) ? like : letter;
  });
}
