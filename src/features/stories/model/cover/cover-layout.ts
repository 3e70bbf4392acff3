import type { Chance } from '#features/stories/model/cover/cover-chance.ts';
import { isWide, setTitle } from '#features/stories/model/cover/cover-title.ts';

/** A line of the title. x and y are the position of its first letter on the cover, in px. */
export type TitleLine = { text: string; x: number; y: number; size: number; upright: boolean };

/** The area of the cover for the threads, in px. They run from left to right, or downwards if `turned`. */
export type ThreadBox = { x: number; y: number; width: number; height: number; turned: boolean };

type CoverLayout = { lines: readonly TitleLine[]; box: ThreadBox };

export const COVER_WIDTH = 400;
export const COVER_HEIGHT = 600;

/** How far the threads extend beyond the edges of the cover, so that their round ends aren’t visible. */
const OVERHANG = 12;
const TITLE_LEFT = 32;
const TITLE_TOP = 40;
const TITLE_WIDTH = 318;
/** Only the mark and the author are below this line. */
const FOOT = 514;
/** The right edge of upright titles. */
const UPRIGHT_RIGHT = 364;
const COLUMN_STEP = 1.26;

/**
 * Places the title and gives the rest to the threads. Short Chinese and Japanese titles are set upright at the right.
 * Other titles are level, at the top or, one in three, at the bottom. A level title takes one random number, an upright
 * one none.
 */
export function layOutCover(title: string, lang: string, chance: Chance): CoverLayout {
  const characters = [...title];
  const upright = (lang === 'zh' || lang === 'ja') && characters.length <= 20 && characters.every(isWide);
  return upright ? layUpright(characters) : layLevel(title, chance);
}

function layUpright(characters: readonly string[]): CoverLayout {
  const columns = splitColumns(characters);
  const longest = Math.max(...columns.map((column) => column.length));
  const size = Math.min(66, Math.floor(430 / longest));
  const lines = columns.map((column, i) => {
    const x = UPRIGHT_RIGHT - size / 2 - i * size * COLUMN_STEP;
    return { text: column.join(''), x, y: 44, size, upright: true };
  });
  const titleWidth = size * (1 + COLUMN_STEP * (columns.length - 1));
  const box = { x: 30, y: -OVERHANG, width: UPRIGHT_RIGHT - titleWidth - 66, height: 540, turned: true };
  return { lines, box };
}

/** Two columns from 11 characters on, split after a punctuation mark near the middle if there is one. */
function splitColumns(characters: readonly string[]): readonly (readonly string[])[] {
  if (characters.length <= 10) return [characters];
  const half = Math.ceil(characters.length / 2);
  const mark = characters.findIndex((c, i) => Math.abs(i + 1 - half) < 3 && /[、，。：！？]/.test(c));
  const first = mark < 0 ? half : mark + 1;
  return [characters.slice(0, first), characters.slice(first)];
}

function layLevel(title: string, chance: Chance): CoverLayout {
  const { size, lines } = setTitle(title, TITLE_WIDTH);
  const step = size * (isWide(title.charAt(0)) ? 1.26 : 1.1);
  const height = step * lines.length;
  const atFoot = chance() < 0.34 && lines.length < 5;
  const top = atFoot ? FOOT - height : TITLE_TOP;
  const across = { x: -OVERHANG, width: COVER_WIDTH + 2 * OVERHANG, turned: false };
  const box = atFoot
    ? { ...across, y: 42, height: top - 84 }
    : { ...across, y: top + height + 26, height: 506 - top - height - 26 };
  return {
    lines: lines.map((text, i) => {
      const y = top + size * 0.84 + i * step;
      return { text, x: TITLE_LEFT, y, size, upright: false };
    }),
    box,
  };
}
