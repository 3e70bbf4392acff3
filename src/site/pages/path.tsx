import type { ComponentProps } from 'react';
import { DEFAULT_LANGUAGE, type Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { branchApi, type PathChapter } from '#features/branch/contract.ts';
import { type ChapterOnPath, PathPage } from '#features/branch/web/path-page.tsx';
import { chapterApi } from '#features/chapters/contract.ts';
import { Hyphenators } from '#features/chapters/web/hyphenation.ts';
import { loadHyphenators } from '#features/chapters/web/hyphens/hyphenators.ts';
import { MODES } from '#features/modes.ts';
import { ReaderBar } from '#features/reader/web/reader-bar.tsx';
import type { Titled } from '#features/stories/model/title-language.ts';
import { translationApi } from '#features/translation/contract.ts';
import { translationLanguage } from '#features/translation/web/asked-language.tsx';
import { loadNaming } from '#features/translation/web/load-names.ts';
import { useT } from '#web/i18n/i18n.tsx';
import type { PageContext } from '#web/page/context.ts';
import { excerpt } from '#web/page/head.ts';
import { load, missing } from '#web/page/load.ts';
import { ContentLanguage } from '#web/ui/link.tsx';
import { SkipLink } from '../layout/bars.tsx';
import { Logo } from '../layout/brand.tsx';
import { LanguageMenu } from '../layout/language-menu.tsx';
import { ReadingLayout } from '../layout/reading.tsx';
import { definePage } from '../page.ts';

const PER_PAGE = 25;

type Props = ComponentProps<typeof PathPage> &
  Pick<ComponentProps<typeof ReaderBar>, 'story'> & {
    named: Language | null;
    hyphenators: ComponentProps<typeof Hyphenators>['value'];
  };

function ShownPath({ named, hyphenators, ...shown }: Props) {
  const t = useT('reader');
  return (
    <ContentLanguage value={named}>
      <SkipLink label={t('reader.skip')} />
      <ReaderBar story={shown.story} logo={<Logo />} language={<LanguageMenu />} />
      <Hyphenators value={hyphenators}>
        <PathPage {...shown} />
      </Hyphenators>
    </ContentLanguage>
  );
}

export const path = definePage('path', {
  async load(request) {
    const { storyId, chapterId } = request.params;
    const { translator, query } = request;
    const { asked, named } = translationLanguage(request);
    const { id, number, title, hiddenBy, story } = await load(request, chapterApi.detail, { chapterId });
    if (story.id !== storyId || MODES[story.mode].shape !== 'tree') throw missing();
    const cursor = query.get('from') ?? undefined;
    const { items, next } = await load(request, branchApi.path, { chapterId, cursor, limit: PER_PAGE });
    const [naming, inLanguage, hyphenators] = await Promise.all([
      loadNaming(request, story, asked, [id, ...items.map((item) => item.id)]),
      loadTexts(request, story, asked, items),
      loadHyphenators([asked, DEFAULT_LANGUAGE, story.language]),
    ]);
    const shown = naming.story(story);
    const head = {
      title: translator.t('reader.path_title', { title: shown.title }),
      description: excerpt(shown.description),
      keywords: translator.t('meta.keywords'),
      // The page repeats these texts, and search engines should index the chapters.
      path: to.chapter({ storyId, chapterId }),
      image: story.socialImageUrl,
      type: 'article' as const,
    };
    const data = {
      story: shown,
      last: naming.chapter({ id, number, title, hiddenBy }),
      chapters: items.map((item) => inLanguage(naming.chapter(item))),
      asked,
      named,
      hyphenators,
      next,
    };
    return { head, data };
  },
  layout: () => ReadingLayout,
  script: 'document',
  Content: ShownPath,
});

/**
 * Loads the chapters of one page of the path: in the requested language, otherwise in English, otherwise as written.
 */
async function loadTexts(
  context: PageContext,
  story: { id: string; language: Language },
  asked: Language,
  items: readonly PathChapter[],
) {
  const texts =
    asked === story.language
      ? []
      : await load(context, translationApi.chapters, {
          storyId: story.id,
          language: asked,
          chapterIds: items.map(({ id }) => id).join(','),
        });
  const byId = new Map(texts.map((text) => [text.id, text]));
  return (chapter: PathChapter & Titled): ChapterOnPath => {
    const text = byId.get(chapter.id);
    return text
      ? { ...chapter, language: text.language, content: text.content, isStale: text.isStale }
      : { ...chapter, isStale: false };
  };
}
