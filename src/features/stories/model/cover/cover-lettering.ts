/** The typefaces of the text, and the small mark of the mode. Fonts are the reader’s own: a cover never loads one. */
import type { ModeMark } from '#features/stories/model/mode-model.ts';

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

/** Radius of a knot of the mark. On pages, where the mark is smaller, some knots are larger. */
const KNOT = 2.7;

/** The shapes of a mode’s mark. The surrounding group sets stroke and position. */
export function drawModeMark({ path, knots }: ModeMark, ink: string): string {
  const dots = knots.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${KNOT}" fill="${ink}" stroke="none"/>`);
  return `<path d="${path}"/>${dots.join('')}`;
}
