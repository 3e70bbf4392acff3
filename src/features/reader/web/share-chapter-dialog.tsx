import { baseLanguage, type Language } from '#core/languages.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { blockText, textBlocks } from '#features/chapters/model/document.ts';
import { openingOf } from '#features/stories/model/card/card-text.ts';
import { ShareSheet } from '#features/stories/web/share/later-share-sheet.ts';
import type { Selected, Shared } from '#features/stories/web/share/shared.ts';
import { translationApi } from '#features/translation/contract.ts';
import { call } from '#web/api/client.ts';

interface Props {
  chapterId: string;
  /** Language of the shown text. */
  language: Language;
  onClose: () => void;
}

/** Shares a chapter in the language in which it is read. A hidden chapter has no card. */
export function ShareChapterDialog({ chapterId, language, ...rest }: Props) {
  return (
    <ShareSheet
      id={`chapter-${chapterId}-${language}`}
      path={location.pathname}
      load={() => loadShared(chapterId, language)}
      selected={readSelected(language)}
      {...rest}
    />
  );
}

/** The words that the reader has selected last (`aids/selecting.ts`). */
function readSelected(language: Language): Selected | null {
  const { selected, selectedLang } = document.querySelector<HTMLElement>('main[data-place]')?.dataset ?? {};
  return selected ? { text: selected, language: baseLanguage(selectedLang) ?? language } : null;
}

/** Reads the chapter as readers see it now, with its translated titles. */
async function loadShared(chapterId: string, language: Language): Promise<Shared> {
  const { story, author, ...original } = await call(chapterApi.detail, { chapterId });
  const hasTranslation = original.content !== null && language !== story.language;
  const [translation, names] = hasTranslation
    ? await Promise.all([
        call(translationApi.chapter, { chapterId, language }).then(
          (read) => read.language === language && read.translation,
        ),
        call(translationApi.titles, { storyId: story.id, language, chapterIds: chapterId }),
      ])
    : [];
  const { title, content } = translation || original;
  const storyTitle = translation && names?.story?.language === language ? names.story.title : story.title;
  if (title === null || content === null) return { title: storyTitle, card: null };
  const text = textBlocks(content)
    .map(blockText)
    .find((block) => block.trim() !== '');
  return {
    title: `${title} · ${storyTitle}`,
    card: {
      text: openingOf(text ?? title, language),
      title,
      author: author?.username ?? null,
      story: storyTitle,
      coverUrl: story.coverUrl,
      language: translation ? language : story.language,
    },
  };
}
