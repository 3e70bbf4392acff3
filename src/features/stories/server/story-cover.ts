import type { Language } from '#core/languages.ts';
import type { Ctx } from '#platform/context.ts';
import { displayName } from '#platform/i18n/former-author.ts';
import { storeImage } from '#platform/images/images.repo.ts';
import { imageKey, loadSharp } from '#platform/images/reencode.ts';
import { drawCover, drawCoverThreads, loadArt } from '../model/cover/draw-cover.ts';
import type { WritingMode } from '../model/writing-mode.ts';
import type { StoryRecord } from './stories.repo.ts';

interface Subject {
  title: string;
  mode: WritingMode;
  author: string;
  lang: Language;
}

/** Returns what is drawn for a story with this title in this language. */
export function coverSubject(
  { mode, creatorName }: Pick<StoryRecord, 'mode' | 'creatorName'>,
  { title, language: lang }: { title: string; language: Language },
): Subject {
  return { title, mode, author: displayName(creatorName, lang), lang };
}

const DRAWN = /^d-(.+)\.svg$/;

/** Draws a cover and stores it like an uploaded one, so that a story always has a cover. */
export async function storeDrawnCover(ctx: Ctx, ownerId: string, subject: Subject): Promise<string> {
  const svg = Buffer.from(drawCover(subject, await loadArt(ctx.modeModels[subject.mode])));
  const key = imageKey('d', svg, 'svg');
  await storeImage(ctx, { key, kind: 'cover', ownerId, bytes: svg });
  return key;
}

/**
 * Returns the image for social cards: the uploaded cover itself, or the threads of the drawn cover without its text,
 * because a bare machine has no fonts to render it (product §11).
 */
export function socialImageKey(coverKey: string): string {
  const drawn = DRAWN.exec(coverKey);
  return drawn ? `s-${drawn[1]}.png` : coverKey;
}

/** Draws the social image of a drawn cover. Called once, when the story is published. */
export async function storeSocialImage(ctx: Ctx, ownerId: string, coverKey: string, subject: Subject): Promise<void> {
  if (!DRAWN.test(coverKey)) return;
  const svg = drawCoverThreads(subject, await loadArt(ctx.modeModels[subject.mode]));
  const sharp = await loadSharp();
  const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();
  const key = socialImageKey(coverKey);
  await storeImage(ctx, { key, kind: 'cover', ownerId, bytes: png });
}
