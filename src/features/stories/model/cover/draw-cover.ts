/**
 * Draws the cover of a story without an uploaded one: SVG from title, mode, author and language alone. The mode
 * determines how the threads run; the title’s hash determines cloth, palette and shape. Pure. Covers are cached forever
 * by a hash of their subject, so a change to a picture must change that hash too. The tests compare with recorded
 * pictures.
 */
import { chanceFrom } from '#features/stories/model/cover/cover-chance.ts';
import { COVER_HEIGHT, COVER_WIDTH, layOutCover, type TitleLine } from '#features/stories/model/cover/cover-layout.ts';
import { AUTHOR_FONTS, drawModeMark, titleFonts } from '#features/stories/model/cover/cover-lettering.ts';
import { choosePalette } from '#features/stories/model/cover/cover-palettes.ts';
import {
  type CoverSubject,
  escapeXml,
  withoutForbiddenCharacters,
} from '#features/stories/model/cover/cover-subject.ts';
import { coverLoom, socialLoom } from '#features/stories/model/cover/cover-threads.ts';
import { widthInEm } from '#features/stories/model/cover/cover-title.ts';
import { round } from '#features/stories/model/cover/loom.ts';
import type { DrawThreads, ModeModel } from '#features/stories/model/mode-model.ts';

export type { CoverSubject } from '#features/stories/model/cover/cover-subject.ts';

/** What a cover shows of its story’s mode. */
export type ModeArt = Pick<ModeModel, 'mark' | 'dye'> & { drawThreads: DrawThreads };

/** Loads what is needed to draw the covers of a mode. */
export async function loadArt({ mark, dye, loadThreads }: ModeModel): Promise<ModeArt> {
  return { mark, dye, drawThreads: await loadThreads() };
}

/**
 * The drawn cover, 400 × 600 (2:3), as SVG text. Deterministic, about 0.4 ms, well-formed XML for any title and author.
 * The text needs the reader’s fonts. Use it as `<img>` with `alt=""` next to the title.
 */
export function drawCover(subject: CoverSubject, modeArt: ModeArt): string {
  const { title, mode, author, lang } = withoutForbiddenCharacters(subject);
  const { palette, chance, layout } = prepare({ title, mode, author, lang }, modeArt);
  const art = modeArt.drawThreads(coverLoom(layout.box, palette, chance));
  const { cloth, ink } = palette;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COVER_WIDTH} ${COVER_HEIGHT}" role="img"`,
    ` lang="${escapeXml(lang)}"><title>${escapeXml(title)}</title>`,
    `<rect width="${COVER_WIDTH}" height="${COVER_HEIGHT}" fill="${cloth}"/>`,
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${art}</g>`,
    `<g fill="${ink}" font-family="${titleFonts(lang)}" font-weight="600">`,
    `${layout.lines.map(drawTitleLine).join('')}</g>`,
    `<g transform="translate(30 545)" fill="none" stroke="${ink}" stroke-width="2" stroke-linecap="round">`,
    `${drawModeMark(modeArt.mark, ink)}</g>`,
    `<text x="64" y="563" fill="${ink}" font-family="${AUTHOR_FONTS}" font-size="19">`,
    `${escapeXml(shortenAuthor(author))}</text></svg>`,
  ].join('');
}

const SOCIAL_WIDTH = 1200;
const SOCIAL_HEIGHT = 630;

/**
 * The threads of the same cover without any text, 1200 × 630, to be rasterized as a social image (a bare machine has no
 * fonts, and the title is in `og:title`). The art of the cover is in the middle, level and as large as fits. Its
 * threads extend to both edges of the cloth. Deterministic, about 0.4 ms.
 */
export function drawCoverThreads(subject: CoverSubject, modeArt: ModeArt): string {
  const { palette, chance, layout } = prepare(withoutForbiddenCharacters(subject), modeArt);
  const { width, height, turned } = layout.box;
  const scale = round(Math.min(2.1, 500 / (turned ? width : height)));
  const loom = socialLoom(layout.box, palette, chance, SOCIAL_WIDTH / 2 / scale);
  const transform = `translate(${SOCIAL_WIDTH / 2} ${SOCIAL_HEIGHT / 2}) scale(${scale})`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SOCIAL_WIDTH}" height="${SOCIAL_HEIGHT}"`,
    ` viewBox="0 0 ${SOCIAL_WIDTH} ${SOCIAL_HEIGHT}">`,
    `<rect width="${SOCIAL_WIDTH}" height="${SOCIAL_HEIGHT}" fill="${palette.cloth}"/>`,
    `<g transform="${transform}" fill="none" stroke-linecap="round" stroke-linejoin="round">`,
    `${modeArt.drawThreads(loom)}</g></svg>`,
  ].join('');
}

/**
 * Shared by both pictures. Random numbers are drawn in this order (palette, title, threads); changing it changes the
 * pictures.
 */
function prepare(subject: CoverSubject, { dye }: ModeArt) {
  const chance = chanceFrom(`${subject.mode}|${subject.title}`);
  const palette = choosePalette(subject, dye, chance);
  const layout = layOutCover(subject.title, subject.lang, chance);
  return { chance, palette, layout };
}

function drawTitleLine({ text, x, y, size, upright }: TitleLine): string {
  const direction = upright ? ' writing-mode="vertical-rl" letter-spacing="1"' : '';
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}"${direction}>${escapeXml(text)}</text>`;
}

/** Widths of an author’s name at font size 19: up to the cover’s margin, and up to its edge. */
const AUTHOR_EM = 290 / 19;
const AUTHOR_EDGE_EM = 330 / 19;
const AUTHOR_SIGNS = 26;

/** Shortens the name to what fits next to the mark. */
function shortenAuthor(author: string): string {
  if (widthInEm(author) <= AUTHOR_EM) return author;
  const signs = [...author].slice(0, AUTHOR_SIGNS);
  while (widthInEm(`${signs.join('')}…`) > AUTHOR_EDGE_EM) signs.pop();
  return `${signs.join('')}…`;
}
