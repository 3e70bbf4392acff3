import type { Titled } from '#features/stories/model/title-language.ts';
import type { TranslatedTitles } from '../contract-views.ts';

/** Translates the titles of a story and its chapters for a page, where the requested language has them. */
export interface Naming {
  story: <S extends { title: string; description?: string }>(story: S) => S & Titled;
  chapter: <
    C extends {
      id: string;
      title: string | null;
      summary?: string | null;
      choice?: string | null;
      opening?: string | null;
    },
  >(
    chapter: C,
  ) => C & Titled;
}

/** Leaves all titles as they are. */
export const ORIGINAL_NAMES: Naming = { story: (story) => story, chapter: (chapter) => chapter };

export function namingOf({ story: renamed, chapters }: TranslatedTitles): Naming {
  const byId = new Map(chapters.map((chapter) => [chapter.id, chapter]));
  return {
    story: (story) =>
      renamed
        ? {
            ...story,
            title: renamed.title,
            ...(story.description === undefined ? {} : { description: renamed.description }),
            titleLanguage: renamed.language,
          }
        : story,
    chapter(chapter) {
      const name = byId.get(chapter.id);
      if (!name || chapter.title === null) return chapter;
      return {
        ...chapter,
        title: name.title,
        ...(chapter.summary === undefined ? {} : { summary: name.summary }),
        ...(chapter.choice === undefined ? {} : { choice: name.choice ?? chapter.choice }),
        ...(chapter.opening === undefined || name.opening === undefined ? {} : { opening: name.opening }),
        titleLanguage: name.language,
      };
    },
  };
}
