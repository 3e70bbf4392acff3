/** The typefaces of the text, and the small mark of the mode. Fonts are the reader’s own: a cover never loads one. */
import type { WritingMode } from '#features/stories/model/writing-mode.ts';

const SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,'URW Palladio L',P052,'Noto Serif',Georgia,serif";

/** Languages whose script needs its own typefaces: the same Han character is drawn differently in zh, ja and ko. */
const SERIF_BY_LANGUAGE = new Map([
  ['zh', `'Songti SC','Noto Serif SC','Noto Serif CJK SC','Source Han Serif SC',${SERIF}`],
  ['ja', `'Hiragino Mincho ProN','Yu Mincho','Noto Serif JP','Noto Serif CJK JP',${SERIF}`],
  ['ko', `'Nanum Myeongjo','AppleMyungjo','Noto Serif KR','Noto Serif CJK KR',Batang,${SERIF}`],
]);

/** For a double-quoted attribute. */
export const AUTHOR_FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans CJK SC',sans-serif";

/** For a double-quoted attribute. */
export function titleFonts(lang: string): string {
  return SERIF_BY_LANGUAGE.get(lang) ?? SERIF;
}

/** The four mode marks, 24 × 24: a stroke and its knots. */
const MARKS: Record<WritingMode, { path: string; knots: readonly (readonly [x: number, y: number])[] }> = {
  solo: { path: 'M2 16.5c5 0 12-1.8 12-6.9a3.3 3.3 0 0 0-6.6 0c0 5.1 8.6 6.9 14.6 6.9', knots: [] },
  relay: {
    path: 'M2 16c2.5 0 3.5-8 7-8s3 8 6.5 8S19 8 22 8',
    knots: [
      [9, 8],
      [15.5, 16],
    ],
  },
  branch: { path: 'M2 12h5c5 0 5-7 15-7M7 12h15M7 12c5 0 5 7 15 7', knots: [] },
  competition: { path: 'M2 5c8 0 8 7 13 7M2 12h20M2 19c8 0 8-7 13-7', knots: [[15, 12]] },
};

/** The shapes of the mark. The surrounding group sets stroke and position. */
export function drawModeMark(mode: WritingMode, ink: string): string {
  const { path, knots } = MARKS[mode];
  const dots = knots.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2.7" fill="${ink}" stroke="none"/>`);
  return `<path d="${path}"/>${dots.join('')}`;
}
