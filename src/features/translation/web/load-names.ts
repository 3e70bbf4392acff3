import type { Language } from '#core/languages.ts';
import type { PageContext } from '#web/page/context.ts';
import { load } from '#web/page/load.ts';
import { translationApi } from '../contract.ts';
import { CHAPTERS_ASKED } from '../model/translation-limits.ts';
import { type Naming, namingOf, ORIGINAL_NAMES } from './in-language.ts';

/**
 * Loads the titles of the story and the given chapters, by default all of them, in the requested language, and the first
 * words of the chapter `openingOf`.
 */
export async function loadNaming(
  context: PageContext,
  story: { id: string; language: Language },
  asked: Language,
  chapterIds?: readonly string[],
  openingOf?: string,
): Promise<Naming> {
  if (asked === story.language) return ORIGINAL_NAMES;
  const ask = (ids?: string) =>
    load(context, translationApi.titles, {
      storyId: story.id,
      language: asked,
      ...(ids === undefined ? {} : { chapterIds: ids }),
      ...(openingOf === undefined ? {} : { openingOf }),
    });
  const [first, ...others] = await Promise.all(chapterIds ? inSlices(chapterIds).map(ask) : [ask()]);
  return namingOf({ ...first!, chapters: [first!, ...others].flatMap(({ chapters }) => chapters) });
}

/** Splits the ids into batches of the size allowed per request. One empty batch if there are none. */
function inSlices(chapterIds: readonly string[]): string[] {
  const ids = [...new Set(chapterIds)];
  const count = Math.max(1, Math.ceil(ids.length / CHAPTERS_ASKED));
  return Array.from({ length: count }, (_, i) => ids.slice(i * CHAPTERS_ASKED, (i + 1) * CHAPTERS_ASKED).join(','));
}
