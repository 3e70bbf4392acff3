import { blockText, type ChapterDocument, textBlocks } from './document.ts';

const ENDING_PARAGRAPHS = 3;

/** Returns the last paragraphs of a chapter, for authors who continue it. Without marks. */
export function endingOf(document: ChapterDocument): string[] {
  return textBlocks(document).map(blockText).slice(-ENDING_PARAGRAPHS);
}
