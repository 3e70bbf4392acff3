import { breakLines, keepLines, type Measure } from './break-lines.ts';
import { cleanText, shorten } from './card-text.ts';

/** What a card says beside the cover. All texts are as their authors wrote them, or from the catalog. */
export interface CardWords {
  /** The large text: a quote, or the title of what won. */
  readonly text: string;
  /** What it is, above it. */
  readonly label?: string;
  /** What it is from, and who wrote it. */
  readonly title?: string;
  readonly author: string | null;
  /** A fact below the author, such as the number of votes. */
  readonly fact?: string;
  readonly story: string;
  /** Name of the site. */
  readonly site: string;
}

/** Typefaces of a card: that of texts, and that of everything else. */
export type CardFace = 'serif' | 'sans';

export interface CardLine {
  readonly text: string;
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly size: number;
  readonly face: CardFace;
  readonly isBold: boolean;
  readonly isSoft: boolean;
}

/** Returns the width of a text in px. */
export type MeasureCard = (text: string, style: Pick<CardLine, 'size' | 'face' | 'isBold'>) => number;

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 800;
/** The cover takes the left side, in its own proportions. */
export const CARD_COVER_WIDTH = Math.round((CARD_HEIGHT * 2) / 3);

const MARGIN = 60;
const LEFT = CARD_COVER_WIDTH + MARGIN;
const WIDTH = CARD_WIDTH - LEFT - MARGIN;
/** Sizes of the large text. The first one that fits is used. */
const SIZES = [58, 52, 46, 41, 37, 33, 30] as const;
const LEADING = 1.32;
const GAP = 14;

interface SmallBlock {
  readonly text: string | null | undefined;
  readonly size: number;
  readonly face: CardFace;
  readonly isBold: boolean;
  readonly isSoft: boolean;
  readonly most: number;
}

/** Lays out the words of a card: the large text from the top, everything else from the bottom. */
export function layOutCard(words: CardWords, measure: MeasureCard): CardLine[] {
  const measured =
    (style: Pick<CardLine, 'size' | 'face' | 'isBold'>): Measure =>
    (text) =>
      measure(text, style);
  const linesOf = (block: SmallBlock) => {
    const text = cleanText(block.text ?? '');
    const width = measured(block);
    return text === '' ? [] : keepLines(breakLines(text, WIDTH, width), block.most, WIDTH, width);
  };
  const placed: CardLine[] = [];
  const place = ({ size, face, isBold, isSoft }: Omit<SmallBlock, 'text' | 'most'>, text: string, y: number) =>
    placed.push({ text, x: LEFT, y: Math.round(y), size, face, isBold, isSoft });

  let bottom = CARD_HEIGHT - MARGIN;
  for (const block of [
    { text: words.site, size: 22, face: 'sans', isBold: false, isSoft: true, most: 1 },
    { text: words.story, size: 24, face: 'serif', isBold: false, isSoft: true, most: 2 },
    { text: words.fact, size: 26, face: 'sans', isBold: false, isSoft: false, most: 1 },
    { text: words.author, size: 26, face: 'sans', isBold: false, isSoft: false, most: 1 },
    { text: words.title, size: 32, face: 'serif', isBold: true, isSoft: false, most: 2 },
  ] as const satisfies SmallBlock[]) {
    const lines = linesOf(block);
    for (const line of lines.reverse()) {
      place(block, line, bottom - block.size * 0.25);
      bottom -= block.size * LEADING;
    }
    if (lines.length > 0) bottom -= GAP;
  }

  let top = MARGIN;
  const label: SmallBlock = { text: words.label, size: 24, face: 'sans', isBold: false, isSoft: true, most: 2 };
  for (const line of linesOf(label)) {
    top += label.size * LEADING;
    place(label, line, top - label.size * 0.25);
  }
  if (words.label) top += GAP;

  const text = shorten(cleanText(words.text));
  const room = bottom - GAP - top;
  const fitting = SIZES.map((size) => {
    const style = { size, face: 'serif', isBold: words.title === undefined, isSoft: false } as const;
    return { style, lines: breakLines(text, WIDTH, measured(style)), most: Math.floor(room / (size * LEADING)) };
  });
  // Dividing a word is only better than a text that doesn’t fit.
  const whole = fitting.find(({ lines, most }) => lines.length <= most && !lines.some((line) => /\p{L}-$/u.test(line)));
  const { style, lines, most } = whole ?? fitting.find((tried) => tried.lines.length <= tried.most) ?? fitting.at(-1)!;
  for (const line of keepLines(lines, most, WIDTH, measured(style))) {
    top += style.size * LEADING;
    place(style, line, top - style.size * (LEADING - 1));
  }
  return placed;
}
