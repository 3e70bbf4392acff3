import type { RouterContextProvider } from 'react-router';
import { baseLanguage, type Language } from '#core/languages.ts';
import { apiOf, load } from '#web/api/in-loader.ts';
import { translationApi } from '../contract.ts';
import { TITLES_ASKED } from '../model/translation-limits.ts';
import { type Naming, namingOf, ORIGINAL_NAMES } from './in-language.ts';

type Context = Readonly<RouterContextProvider>;

interface Asked {
  /** The language that the texts of a page are asked for in: `?lang=`, else that of the page. */
  asked: Language;
  /** The same where it is another than that of the page, and links have to name it. */
  named: Language | null;
}

export function askedLanguage(context: Context, url: URL): Asked {
  const { language } = apiOf(context);
  const asked = baseLanguage(url.searchParams.get('lang')) ?? language;
  return { asked, named: asked === language ? null : asked };
}

/** What a page calls the story and these chapters of it, or all of them, in the language asked for. */
export async function loadNaming(
  context: Context,
  story: { id: string; language: Language },
  asked: Language,
  chapterIds?: readonly string[],
): Promise<Naming> {
  if (asked === story.language) return ORIGINAL_NAMES;
  const ids = chapterIds && [...new Set(chapterIds)];
  const isFew = ids !== undefined && ids.length > 0 && ids.length <= TITLES_ASKED;
  const titles = await load(context, translationApi.titles, {
    storyId: story.id,
    language: asked,
    ...(isFew ? { chapterIds: ids.join(',') } : {}),
  });
  return namingOf(titles);
}
