import * as z from 'zod/mini';
import type { FieldIssue } from '#core/errors.ts';
import { issueCode, text } from '#core/fields.ts';
import { type Language, lengthUnit } from '#core/languages.ts';
import { line, lines } from '#core/text-rules.ts';
import { countUnitsOf } from '#core/unit-counter.ts';
import { countCharacters } from '#core/units.ts';
import { UNITS_CEILING } from '#features/stories/model/story-limits.ts';
import { BLOCKS_MAX, CHAPTER_TITLE_MAX, CHARACTERS_MAX, CHOICE_MAX, SUMMARY_MAX } from './chapter-limits.ts';
import { blockText, countBlocks, documentFromPlain, plainText, textBlocks, tidyDocument } from './document.ts';
import { ChapterDocument } from './document-schema.ts';

export const chapterTitle = text(line({ max: CHAPTER_TITLE_MAX, tooLong: 'chapter_title_too_long' }));
export const summary = text(lines({ max: SUMMARY_MAX, tooLong: 'summary_too_long' }));
export const choice = text(line({ max: CHOICE_MAX, tooLong: 'choice_too_long' }));

/** Returns the length of the text in units, counted the same way everywhere. */
export function unitsOf(document: ChapterDocument): number {
  return countUnitsOf(textBlocks(document).map(blockText));
}

/** The error for a text beyond the limits of any chapter, or null if it fits. Checked at every save. */
function tooMuch(document: ChapterDocument): string | null {
  if (countBlocks(document) > BLOCKS_MAX) return 'too_many_paragraphs';
  // UTF-16 length is an upper bound for characters and units, so most texts need no counting here.
  const text = plainText(document);
  if (text.length <= Math.min(CHARACTERS_MAX, UNITS_CEILING)) return null;
  const characters = countCharacters(text);
  if (characters > CHARACTERS_MAX)
    return issueCode('content_too_long', { max: CHARACTERS_MAX, over: characters - CHARACTERS_MAX });
  const units = unitsOf(document);
  if (units > UNITS_CEILING)
    return issueCode('content_too_many_units', { max: UNITS_CEILING, over: units - UNITS_CEILING });
  return null;
}

/**
 * The text, as an editor document or as plain text (product §12). `isPlain` says which: plain text gets the paragraph
 * ids of the previous version by comparison.
 */
export const content = z.pipe(
  z.union([z.string(), ChapterDocument], { error: 'content_invalid' }),
  z.transform((given: string | ChapterDocument, ctx) => {
    const isPlain = typeof given === 'string';
    const document = isPlain ? documentFromPlain(given) : tidyDocument(given);
    const problem = tooMuch(document);
    if (problem) ctx.issues.push({ code: 'custom', message: problem, input: given });
    return { document, isPlain };
  }),
);

interface Submittable {
  title: string;
  summary: string;
  /** Omitted for a chapter without a parent, which needs no choice. */
  choice?: string | undefined;
  units: number;
}

/** Returns what is still missing before a chapter can be submitted, by field. Empty if nothing is. */
export function missingChapterFields(
  chapter: Submittable,
  bounds: { minUnits: number; maxUnits: number },
  language: Language,
): Record<string, FieldIssue> {
  const missing: Record<string, FieldIssue> = {};
  const unit = lengthUnit(language);
  if (chapter.title === '') missing.title = { code: 'chapter_title_empty' };
  if (chapter.summary === '') missing.summary = { code: 'summary_empty' };
  if (chapter.choice === '') missing.choice = { code: 'choice_empty' };
  if (chapter.units === 0) missing.content = { code: 'content_empty' };
  else if (chapter.units < bounds.minUnits) {
    missing.content = {
      code: 'content_too_short',
      params: { min: bounds.minUnits, missing: bounds.minUnits - chapter.units, unit },
    };
  } else if (chapter.units > bounds.maxUnits) {
    missing.content = {
      code: 'content_too_many_units',
      params: { max: bounds.maxUnits, over: chapter.units - bounds.maxUnits, unit },
    };
  }
  return missing;
}
