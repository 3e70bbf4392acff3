/** Sets a title without a browser. Widths are estimated, so that the server needs no fonts. All widths in em. */

type SetTitle = { /** Font size in px. */ size: number; lines: readonly string[] };

const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/;

/** Font sizes from large to small, each with the maximum number of lines that looks good. */
const SIZES = [
  { size: 62, most: 3 },
  { size: 54, most: 4 },
  { size: 47, most: 5 },
  { size: 41, most: 6 },
  { size: 36, most: 7 },
  { size: 31, most: 8 },
  { size: 27, most: 10 },
] as const;
const LAST_RESORT = { size: 25, most: 11 } as const;

/** Whether a character fills a square: Han, kana, Hangul and full-width forms. */
export function isWide(character: string): boolean {
  return WIDE.test(character);
}

function characterWidth(character: string): number {
  if (isWide(character)) return 1;
  if (/[mwMWŒÆ]/.test(character)) return 1;
  if (/[A-HJ-ZÀ-Þ]/.test(character)) return 0.78;
  if (/[ijltfrI.,:;'’!| -]/.test(character)) return 0.38;
  if (/[acesvxyzáàâãçéèêë]/.test(character)) return 0.56;
  return 0.65;
}

/** A lookup table, because the widths of Latin letters are needed thousands of times per title. */
const LATIN_WIDTHS = Array.from({ length: 0x250 }, (_, code) => characterWidth(String.fromCharCode(code)));

/**
 * Width of a text, in em of a broad bold serif. The widest fallback font of any system (DejaVu Serif) is a tenth wider
 * and still fits.
 */
export function widthInEm(text: string): number {
  let width = 0;
  for (const character of text) width += LATIN_WIDTHS[character.codePointAt(0) as number] ?? characterWidth(character);
  return width;
}

/**
 * The largest size in which the title fits into `width` px without too many lines, broken into lines of even length. A
 * title that fits in no size (far above the limit of 80 characters) is cut off after the last line.
 */
export function setTitle(title: string, width: number): SetTitle {
  for (const { size, most } of SIZES) {
    const limit = width / size;
    // In the large sizes words aren’t divided: a smaller size in which a word fits whole looks better.
    const pieces = cutIntoPieces(title, size > 47 ? 99 : limit);
    const lines = fillLines(pieces, limit);
    if (lines.length > most || lines.some((line) => widthInEm(line) > limit)) continue;
    const even = evenLines(pieces, lines, limit);
    if (size > 30 && even.length > 2 && hasLoneWord(even)) continue;
    return { size, lines: even };
  }
  const limit = width / LAST_RESORT.size;
  const lines = fillLines(cutIntoPieces(title, limit), limit);
  return { size: LAST_RESORT.size, lines: lines.slice(0, LAST_RESORT.most) };
}

/** Whether a line is much shorter than the others, usually a single short word. */
function hasLoneWord(lines: readonly string[]): boolean {
  const average = widthInEm(lines.join('')) / lines.length;
  return lines.some((line) => widthInEm(line) < average * 0.52);
}

/** The same number of lines, but with the least ragged edge that a narrower measure gives. */
function evenLines(pieces: readonly string[], lines: readonly string[], limit: number): readonly string[] {
  let best = lines;
  let leastRag = Number.POSITIVE_INFINITY;
  for (let measure = limit * 0.5; measure <= limit; measure += 0.15) {
    const candidate = fillLines(pieces, measure);
    if (candidate.length !== lines.length) continue;
    const widths = candidate.map(widthInEm);
    const widest = Math.max(...widths);
    const rag = widths.reduce((sum, width) => sum + (width - widest) ** 2, 0);
    if (widest <= measure && rag < leastRag) {
      best = candidate;
      leastRag = rag;
    }
  }
  return best;
}

/** Fills lines piece by piece. An empty piece ends the line. */
function fillLines(pieces: readonly string[], limit: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (piece === '' || (line !== '' && widthInEm((line + piece).trim()) > limit)) {
      if (line.trim() !== '') lines.push(line.trim());
      line = '';
    }
    line += piece;
  }
  if (line.trim() !== '') lines.push(line.trim());
  return lines;
}

/**
 * Matches one piece: a Han or kana character with following marks that can’t start a line, an opening bracket with the
 * next character, a word with the space after it, or space.
 */
const PIECE = new RegExp(
  [
    '[\\u3040-\\u30ff\\u3400-\\u9fff][、。，！？：」』》）ー]*',
    '[「『《（][^\\s]',
    '[^\\s\\u3040-\\u30ff\\u3400-\\u9fff「『《（]+\\s*',
    '\\s+',
  ].join('|'),
  'gu',
);

/**
 * Splits a title where lines can break: between words, between Han and kana characters, and inside words that are
 * longer than a line. Each part of a divided word gets a hyphen and is followed by an empty piece.
 */
function cutIntoPieces(title: string, limit: number): string[] {
  const pieces: string[] = [];
  for (const match of title.match(PIECE) ?? []) {
    let word: string = match;
    while (widthInEm(word.trim()) > limit) {
      const cut = findBreak(word, limit);
      if (cut === 0) break;
      pieces.push(`${word.slice(0, cut)}-`, '');
      word = word.slice(cut);
    }
    pieces.push(word);
  }
  return pieces;
}

const CONSONANT_THEN_VOWEL = /^(sch|[cpst]h|[^aeiouyäöüáéíóú])[aeiouyäöüáéíóú]/i;
/** Letters that are one sound. */
const INSEPARABLE = /^([cpst]h|sc|ck)$/i;
/** What belongs to the preceding character: the second half of a surrogate pair, accents, vowel signs, joiners. */
const CONTINUES_CHARACTER = /^[\udc00-\udfff\p{M}\p{Join_Control}\p{Emoji_Modifier}]/u;

/**
 * Where to break a word that is longer than a line, or 0 for nowhere. Breaks before the last consonant that is followed
 * by a vowel, which is right often enough in the eight languages, otherwise where the line is full. Never breaks inside
 * a character.
 */
function findBreak(word: string, limit: number): number {
  let atSyllable = 0;
  let whereFull = 0;
  for (let i = 3; i < word.length - 2 && widthInEm(word.slice(0, i)) <= limit - 0.5; i++) {
    const rest = word.slice(i);
    if (CONTINUES_CHARACTER.test(rest) || word[i - 1] === '\u200d') continue;
    whereFull = i;
    if (CONSONANT_THEN_VOWEL.test(rest) && !INSEPARABLE.test(word.slice(i - 1, i + 1))) atSyllable = i;
  }
  return atSyllable || whereFull;
}
