import type { ComponentProps } from 'react';
import type { Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { type ChapterView, chapterApi } from '#features/chapters/contract.ts';
import { hiddenName } from '#features/chapters/web/hidden-name.ts';
import { Hyphenators } from '#features/chapters/web/hyphenation.ts';
import { loadHyphenators } from '#features/chapters/web/hyphens/hyphenators.ts';
import type { ChapterHead } from '#features/reader/web/chapter-head.ts';
import { ChapterPage, loadChapterSlots } from '#features/reader/web/chapter-page.tsx';
import { ReaderBar } from '#features/reader/web/reader-bar.tsx';
import { translationApi } from '#features/translation/contract.ts';
import { translationLanguage } from '#features/translation/web/asked-language.tsx';
import { loadNaming } from '#features/translation/web/load-names.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { excerpt } from '#web/page/head.ts';
import { load, loadOnce, missing } from '#web/page/load.ts';
import { PageSlot } from '#web/page/page-slot.tsx';
import { Slot } from '#web/page/slot.tsx';
import { ContentLanguage, ShowsOriginalBeside } from '#web/ui/link.tsx';
import { SkipLink } from '../layout/bars.tsx';
import { Logo } from '../layout/brand.tsx';
import { LanguageMenu } from '../layout/language-menu.tsx';
import { NotFound } from '../layout/page-failure.tsx';
import { ReadingLayout } from '../layout/reading.tsx';
import { definePage } from '../page.ts';

type Props = ComponentProps<typeof ChapterPage> & {
  hyphenators: ComponentProps<typeof Hyphenators>['value'];
  named: Language | null;
  wantsBoth: boolean;
};

function ShownChapter({ named, wantsBoth, hyphenators, ...shown }: Props) {
  const t = useT('reader');
  const { chapter, shows, asked } = shown;
  const titlesIn = asked === chapter.story.language ? undefined : asked;
  return (
    <ContentLanguage value={named}>
      <ShowsOriginalBeside value={wantsBoth}>
        <SkipLink label={t('reader.skip')} />
        <ReaderBar
          story={chapter.story}
          logo={<Logo />}
          language={<LanguageMenu />}
          isWide={shows === 'both'}
          titlesIn={titlesIn}
        >
          <PageSlot name="chapter.bar" chapter={chapter} />
        </ReaderBar>
        <Hyphenators value={hyphenators}>
          <ChapterPage {...shown} />
        </Hyphenators>
      </ShowsOriginalBeside>
    </ContentLanguage>
  );
}

export const chapter = definePage('chapter', {
  async load(request) {
    const { translator, params, query, loadSlot } = request;
    const { asked, named } = translationLanguage(request);
    const { content, ...original } = await load(request, chapterApi.detail, { chapterId: params.chapterId });
    const { id, story } = original;
    // At the URL of another story, the same chapter would be a duplicate page.
    if (story.id !== params.storyId) throw missing();
    const [read, ofMode] = await Promise.all([
      content && loadOnce(request, translationApi.chapter, { chapterId: id, language: asked }),
      request.modePages[story.mode].loadChapter(request, original),
    ]);
    const language = read?.language ?? story.language;
    const translation = read?.translation ?? null;
    const wantsBoth = query.get('beside') === '1';
    const document = translation?.content ?? content;
    const shows = translation ? (wantsBoth ? 'both' : 'translation') : content ? 'original' : 'nothing';
    const isLast = ofMode.isLast ?? original.next === null;
    const inLanguage = {
      language,
      ...(translation ? { title: translation.title, summary: translation.summary } : {}),
    };
    const [naming, hyphenators] = await Promise.all([
      loadNaming(request, story, asked, [...idsAround(original), ...ofMode.chapterIds], original.next?.id),
      loadHyphenators([language, story.language]),
      loadChapterSlots(loadSlot, { chapter: { ...original, ...inLanguage }, asked, shows, isLast }),
    ]);
    const chapter: ChapterHead = {
      ...naming.chapter(original),
      ...inLanguage,
      previous: original.previous && naming.chapter(original.previous),
      next: original.next && naming.chapter(original.next),
      story: naming.story(story),
    };
    const title = chapter.title ?? hiddenName(translator.t, chapter);
    const head = {
      title: `${title} · ${chapter.story.title}`,
      description: excerpt(chapter.summary ?? chapter.story.description),
      keywords: translator.t('meta.keywords'),
      path: to.chapter({ storyId: story.id, chapterId: id }),
      image: story.socialImageUrl,
      type: 'article' as const,
      ...(read ? { text: { shown: language, languages: read.versions.map((version) => version.language) } } : {}),
    };
    const data: Props = {
      chapter,
      document,
      asked,
      shows,
      isLast,
      hyphenators,
      named,
      // Kept in links through chapters that have only their original.
      wantsBoth,
      parts: ofMode.partsIn(naming),
    };
    return { head, data };
  },
  layout: () => ReadingLayout,
  script: 'document',
  failureTitle: 'chapters.load_failed',
  Content: ShownChapter,
  // The author of a chapter that isn't public sees its status.
  Missing: (props) => (
    <Slot name="chapter-missing" props={props}>
      <NotFound />
    </Slot>
  ),
});

/** Returns the ids of a chapter and those before and after it. */
function idsAround({ id, previous, next }: Pick<ChapterView, 'id' | 'previous' | 'next'>): string[] {
  return [id, ...[previous, next].flatMap((other) => (other ? [other.id] : []))];
}
