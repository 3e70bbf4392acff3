import * as z from 'zod/mini';
import { issueCode } from '#core/fields.ts';
import { lengthOf, tidyText } from '#core/text.ts';
import { chapterTitle, choice, summary } from '#features/chapters/model/chapter-fields.ts';
import { draftTitle } from '#features/stories/model/story-fields.ts';
import { PARAGRAPHS_MAX, SOURCES_MAX, TRANSLATION_CHARACTERS_MAX } from './translation-limits.ts';
import type { TranslatedParagraph } from './working-text.ts';

/**
 * Fields of a translation. Contracts use the limits of chapters for both, since a story’s description is as long as a
 * summary. Titles of stories are shorter than those of chapters.
 */
export const title = chapterTitle;
export const storyTitle = draftTitle;
export const translatedSummary = summary;
export const translatedChoice = choice;

/** Key of a field, or id of a paragraph (of the original or the translation). */
export const partKey = z.string().check(z.regex(/^(@title|@summary|@choice|[a-z0-9]{1,16})$/, { error: 'invalid' }));
export const partKeys = z.array(partKey).check(z.maxLength(PARAGRAPHS_MAX, { error: 'too_many_paragraphs' }));
const blockId = z.string().check(z.regex(/^[a-z0-9]{1,16}$/, { error: 'invalid' }));

const paragraph = z.strictObject({
  /** Omitted for a new paragraph. */
  id: z.optional(blockId),
  sources: z.array(blockId).check(z.maxLength(SOURCES_MAX, { error: 'invalid' })),
  text: z.pipe(
    z.string(),
    z.transform((text: string) => tidyText(text)),
  ),
});
export type GivenParagraph = Omit<TranslatedParagraph, 'id'> & { id?: string | undefined };

/** The whole text, in reading order. */
export const paragraphs = z.array(paragraph).check(
  z.maxLength(PARAGRAPHS_MAX, { error: 'too_many_paragraphs' }),
  z.refine((given) => totalLength(given) <= TRANSLATION_CHARACTERS_MAX, {
    error: (issue) => {
      const over = totalLength(issue.input as GivenParagraph[]) - TRANSLATION_CHARACTERS_MAX;
      return issueCode('content_too_long', { max: TRANSLATION_CHARACTERS_MAX, over });
    },
  }),
);

function totalLength(given: readonly { text: string }[]): number {
  return given.reduce((sum, { text }) => sum + lengthOf(text), 0);
}

export const leftOut = z.array(blockId).check(z.maxLength(PARAGRAPHS_MAX, { error: 'too_many_paragraphs' }));

/** A whole text as plain paragraphs, separated by blank lines. They are aligned by their lengths. */
export const plainContent = z.pipe(
  z.string(),
  z.transform((text: string, ctx) => {
    const tidy = tidyText(text);
    const over = lengthOf(tidy) - TRANSLATION_CHARACTERS_MAX;
    if (over > 0) {
      const message = issueCode('content_too_long', { max: TRANSLATION_CHARACTERS_MAX, over });
      ctx.issues.push({ code: 'custom', message, input: text });
    }
    return tidy;
  }),
);
