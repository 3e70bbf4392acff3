import { data, type RouterContextProvider } from 'react-router';
import type { Language } from '#core/languages.ts';
import { branchApi, type PathChapter } from '#features/branch/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { ReaderBar } from '#features/reader/web/chapter-page.tsx';
import { type ChapterOnPath, PathPage } from '#features/reader/web/path-page.tsx';
import type { Titled } from '#features/stories/model/title-language.ts';
import { translationApi } from '#features/translation/contract.ts';
import { loadNaming, translationLanguage } from '#features/translation/web/in-loader.ts';
import { apiOf, load } from '#web/api/in-loader.ts';
import { pack, useUnpacked } from '#web/api/packed.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { SkipLink } from '#web/layout/bars.tsx';
import { Logo } from '#web/layout/brand.tsx';
import { LanguageMenu } from '#web/layout/language-menu.tsx';
import { PageFailure } from '#web/layout/page-failure.tsx';
import { excerpt, pageMeta } from '#web/layout/page-meta.ts';
import { ContentLanguage } from '#web/ui/link.tsx';
import type { Route } from './+types/path.ts';

const PER_PAGE = 25;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { storyId, chapterId } = params;
  const { translator } = apiOf(context);
  const { asked, named } = translationLanguage(context, url);
  const { id, number, title, story } = await load(context, chapterApi.detail, { chapterId });
  if (story.id !== storyId || story.mode !== 'branch') throw data({ code: 'chapter_not_found' }, { status: 404 });
  const cursor = url.searchParams.get('from') ?? undefined;
  const { items, next } = await load(context, branchApi.path, { chapterId, cursor, limit: PER_PAGE });
  const [naming, inLanguage] = await Promise.all([
    loadNaming(context, story, asked, [id, ...items.map((item) => item.id)]),
    loadTexts(context, story, asked, items),
  ]);
  const chapters = items.map((item) => inLanguage(naming.chapter(item)));
  const shown = naming.story(story);
  const head = {
    title: translator.t('reader.path_title', { title: shown.title }),
    description: excerpt(shown.description),
    keywords: translator.t('meta.keywords'),
    // The same texts once more: what search engines are to keep are the chapters.
    path: `/story/${storyId}/chapter/${chapterId}`,
    image: story.socialImageUrl,
    type: 'article' as const,
  };
  return {
    story: shown,
    last: naming.chapter({ id, number, title }),
    chapters: pack(chapters),
    asked,
    named,
    next,
    head,
  };
}

/** How the chapters of a page of the path are read: in the language asked for, else in English, else as they were written. */
async function loadTexts(
  context: Readonly<RouterContextProvider>,
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

export const meta = pageMeta;

export default function PathRoute({ loaderData: { story, last, chapters, asked, named, next } }: Route.ComponentProps) {
  const t = useT('reader');
  const unpacked = useUnpacked(chapters);
  return (
    <ContentLanguage value={named}>
      <SkipLink label={t('reader.skip')} />
      <ReaderBar story={story} logo={<Logo />} language={<LanguageMenu />} />
      <PathPage story={story} last={last} chapters={unpacked} asked={asked} next={next} />
    </ContentLanguage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFailure error={error} />;
}
