import { data } from 'react-router';
import { chapterApi } from '#features/chapters/contract.ts';
import { ChapterPage, ReaderBar } from '#features/reader/web/chapter-page.tsx';
import { apiOf, load } from '#web/api/in-loader.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { SkipLink } from '#web/layout/bars.tsx';
import { Logo } from '#web/layout/brand.tsx';
import { LanguageMenu } from '#web/layout/language-menu.tsx';
import { excerpt, pageMeta } from '#web/layout/page-meta.ts';
import type { Route } from './+types/chapter.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { translator } = apiOf(context);
  const chapter = await load(context, chapterApi.detail, { chapterId: params.chapterId });
  // The same chapter at the address of another story would be a second page of it.
  if (chapter.story.id !== params.storyId) throw data({ code: 'chapter_not_found' }, { status: 404 });
  const { story } = chapter;
  const title = chapter.title ?? translator.t('reader.blocked_title');
  const head = {
    title: `${title} · ${story.title}`,
    description: excerpt(chapter.summary ?? story.description),
    keywords: translator.t('meta.keywords'),
    path: `/story/${story.id}/chapter/${chapter.id}`,
    image: story.socialImageUrl,
    type: 'article' as const,
  };
  return { chapter, head };
}

export const meta = pageMeta;

export default function ChapterRoute({ loaderData: { chapter } }: Route.ComponentProps) {
  const t = useT('reader');
  return (
    <>
      <SkipLink label={t('reader.skip')} />
      <ReaderBar story={chapter.story} logo={<Logo />} language={<LanguageMenu />} />
      <ChapterPage chapter={chapter} />
    </>
  );
}
