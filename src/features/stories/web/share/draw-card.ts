import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import {
  CARD_COVER_WIDTH,
  CARD_HEIGHT,
  CARD_WIDTH,
  type CardWords,
  layOutCard,
  type MeasureCard,
} from '../../model/card/lay-out-card.ts';
import { AUTHOR_FONTS, titleFonts } from '../../model/cover/cover-lettering.ts';
import { loadCover } from './cover-picture.ts';

/** A card is a picture for other places, so it looks the same in light and dark pages. */
const PAPER = '#fcfaf6';
const INK = '#1f1a15';
const SOFT_INK = '#5b5349';

export interface Card extends CardWords {
  readonly coverUrl: string;
  /** Language of the texts. It decides the typefaces, because the same Han character differs by language. */
  readonly language: Language;
}

/** Draws a card with the fonts of this device, as PNG. Throws if that fails, such as without a connection. */
export async function drawCard(card: Card): Promise<Blob> {
  const cover = await loadCover(card.coverUrl, CARD_COVER_WIDTH, CARD_HEIGHT);
  const canvas = document.createElement('canvas');
  canvas.width = CARD_WIDTH;
  canvas.height = CARD_HEIGHT;
  // Browsers choose among fonts for the same characters by this language.
  canvas.lang = LANGUAGE_TAGS[card.language];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas');
  const faces = { serif: titleFonts(card.language), sans: AUTHOR_FONTS };
  const fontOf: (style: Parameters<MeasureCard>[1]) => string = ({ size, face, isBold }) =>
    `${isBold ? 600 : 400} ${size}px ${faces[face]}`;
  const lines = layOutCard(card, (text, style) => {
    context.font = fontOf(style);
    return context.measureText(text).width;
  });
  context.fillStyle = PAPER;
  context.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT);
  context.drawImage(cover, 0, 0, CARD_COVER_WIDTH, CARD_HEIGHT);
  // Whatever a text consists of, it stays out of the cover.
  context.beginPath();
  context.rect(CARD_COVER_WIDTH, 0, CARD_WIDTH - CARD_COVER_WIDTH, CARD_HEIGHT);
  context.clip();
  for (const line of lines) {
    context.font = fontOf(line);
    context.fillStyle = line.isSoft ? SOFT_INK : INK;
    context.fillText(line.text, line.x, line.y);
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas has no picture'))), 'image/png'),
  );
}
