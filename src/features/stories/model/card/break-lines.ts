import { charactersOf, withEllipsis } from './card-text.ts';

/** Returns the width of a text in px. */
export type Measure = (text: string) => number;

/** Characters between which lines can break without a space, with their marks. Korean puts spaces between words. */
const IDEOGRAPH = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303f\u30fc\uff00-\uff60]/u;
const EMOJI = /^\p{Extended_Pictographic}/u;
/** Never at the start of a line. */
const NOT_FIRST =
  /^[\s、。，．：；！？!?,.:;…‥・ー々〜～’”」』》〉）】〕｝)\]}»›%％ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ]/u;
/** Never at the end of a line. */
const NOT_LAST = /[‘“「『《〈（【〔｛([{«‹¿¡]$/u;
const DASH = /[-–—]$/u;
const LETTER = /^[\p{L}\p{M}]+$/u;

function canBreakBetween(before: string, after: string): boolean {
  if (before === ' ') return true;
  if (NOT_FIRST.test(after) || NOT_LAST.test(before)) return false;
  if (DASH.test(before)) return !DASH.test(after);
  return [before, after].some((character) => IDEOGRAPH.test(character) || EMOJI.test(character));
}

/** Splits a text where lines can break. The space between two words belongs to the first. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let last = '';
  for (const character of charactersOf(text)) {
    if (last === '' || canBreakBetween(last, character)) pieces.push(character);
    else pieces[pieces.length - 1] += character;
    last = character;
  }
  return pieces;
}

/** Divides a piece that is wider than a line, such as a long word. A divided word gets a hyphen. */
function divide(piece: string, width: number, measure: Measure): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of charactersOf(piece)) {
    const isInWord = LETTER.test(part.slice(-1)) && LETTER.test(character) && !IDEOGRAPH.test(character);
    const hyphen = isInWord ? '-' : '';
    if (part !== '' && measure(part + character.trimEnd() + hyphen) > width) {
      parts.push(part + hyphen);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}

/**
 * Breaks a clean text into lines that are no wider than `width`, by the rules of its script: between words in scripts
 * with spaces, between characters in Chinese and Japanese, where no line starts with a closing mark or ends with an
 * opening one.
 */
export function breakLines(text: string, width: number, measure: Measure): string[] {
  const fits = (line: string) => measure(line.trimEnd()) <= width;
  const lines: string[] = [];
  let line = '';
  for (const piece of piecesOf(text)) {
    if (fits(line + piece)) {
      line += piece;
      continue;
    }
    if (line !== '') lines.push(line.trimEnd());
    const [last = '', ...full] = divide(piece, width, measure).reverse();
    lines.push(...full.reverse());
    line = last;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines;
}

/** Keeps the first lines, and shows with an ellipsis that there are more. */
export function keepLines(lines: readonly string[], most: number, width: number, measure: Measure): string[] {
  if (lines.length <= most) return [...lines];
  const kept = lines.slice(0, most);
  const characters = charactersOf(kept.pop() ?? '');
  while (characters.length > 0 && measure(`${characters.join('').trimEnd()}…`) > width) characters.pop();
  return [...kept, withEllipsis(characters.join(''))];
}
