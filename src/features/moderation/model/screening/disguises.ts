import { withLatinLetters } from '#core/confusables.ts';

/**
 * Undoes what hides words and addresses from the checks: letters of other scripts, signs or spaces between letters,
 * addresses in pieces. The results are only for comparing.
 */

/** Returns the text in plain letters: in one width, and without letters of other scripts that look like Latin ones. */
export function inPlainLetters(text: string): string {
  return withLatinLetters(text.normalize('NFKC'));
}

/** Single letters with signs or spaces between them. */
const SPELLED = /(?<![\p{L}\p{N}])\p{L}(?:[ .\-_*·•|/+~]{1,3}\p{L}(?![\p{L}\p{N}])){2,40}/gu;

/** Returns what is spelled letter by letter, such as “c.a.s.i.n.o”, each with the words it may stand for. */
export function findSpelledOut(text: string): { written: string; words: string[] }[] {
  return [...new Set(text.match(SPELLED))].map((written) => ({
    written,
    words: [
      // Signs between letters, spaces between words.
      written.replace(/[.\-_*·•|/+~]/g, '').replace(/ {2,3}/g, ' '),
      // One space between letters, more between words.
      written
        .replace(/[.\-_*·•|/+~]/g, ' ')
        .split(/ {2,3}/)
        .map((word) => word.replaceAll(' ', ''))
        .join(' '),
    ],
  }));
}

const SIGNS_IN_WORDS =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[.\-_*·・•|/+~]{1,2}(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/gu;
const SPACED =
  /(?<!\p{L})[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}](?: [\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}](?!\p{L})){2,40}/gu;

/** Removes signs and spaces between single Chinese, Japanese and Korean characters. */
export function withoutSignsInWords(text: string): string {
  return text.replace(SIGNS_IN_WORDS, '').replace(SPACED, (spelled) => spelled.replaceAll(' ', ''));
}

/** Returns the text with addresses in one piece: `example [dot] com`, `h t t p : / /`, `e x a m p l e . c o m`. */
export function withWholeAddresses(text: string): string {
  return (
    text
      .replace(/ ?[[({] ?(?:dot|\.|punkt|point|ponto|punto|点|點|ドット|닷|점) ?[\])}] ?/giu, '.')
      .replace(/\b[a-z0-9](?: ?[.:/] ?[a-z0-9/]| [a-z0-9]){5,60}(?![a-z0-9])/gi, (spelled) =>
        spelled.replaceAll(' ', ''),
      )
      .replace(/\bh[tx]{2}p(?=s?:)/gi, 'http')
      .replace(/\bw ?w ?w ?\. ?(?=[a-z0-9])/gi, 'www.')
      // With a space before the dot, which no sentence ends with.
      .replace(/(?<=[a-z0-9]) {1,2}\. {0,2}(?=(?:com|net|org|info|biz|xyz|shop|online|top|vip|cn|ru|cc)\b)/gi, '.')
      .replace(/(?<=[a-z0-9])[。｡](?=(?:com|net|org|cn|top|xyz|vip|cc)\b)/gi, '.')
  );
}
