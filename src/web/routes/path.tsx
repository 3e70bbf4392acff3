import { data } from 'react-router';
import { branchApi } from '#features/branch/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { ReaderBar } from '#features/reader/web/chapter-page.tsx';
import { PathPage } from '#features/reader/web/path-page.tsx';
import { apiOf, load } from '#web/api/in-loader.ts';
import { pack, useUnpacked } from '#web/api/packed.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { SkipLink } from '#web/layout/bars.tsx';
import { Logo } from '#web/layout/brand.tsx';
import { LanguageMenu } from '#web/layout/language-menu.tsx';
import { PageFailure } from '#web/layout/page-failure.tsx';
import { excerpt, pageMeta } from '#web/layout/page-meta.ts';
import type { Route } from './+types/path.ts';

const PER_PAGE = 25;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { storyId, chapterId } = params;
  const { translator } = apiOf(context);
  const { id, number, title, story } = await load(context, chapterApi.detail, { chapterId });
  if (story.id !== storyId || story.mode !== 'branch') throw data({ code: 'chapter_not_found' }, { status: 404 });
  const cursor = url.searchParams.get('from') ?? undefined;
  const { items, next } = await load(context, branchApi.path, { chapterId, cursor, limit: PER_PAGE });
  const head = {
    title: translator.t('reader.path_title', { title: story.title }),
    description: excerpt(story.description),
    keywords: translator.t('meta.keywords'),
    // The same texts once more: what search engines are to keep are the chapters.
    path: `/story/${storyId}/chapter/${chapterId}`,
    image: story.socialImageUrl,
    type: 'article' as const,
  };
  return { story, last: { id, number, title }, chapters: pack(items), next, head };
}

export const meta = pageMeta;

export default function PathRoute({ loaderData: { story, last, chapters, next } }: Route.ComponentProps) {
  const t = useT('reader');
  const unpacked = useUnpacked(chapters);
  return (
    <>
      <SkipLink label={t('reader.skip')} />
      <ReaderBar story={story} logo={<Logo />} language={<LanguageMenu />} />
      <PathPage story={story} last={last} chapters={unpacked} next={next} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFailure error={error} />;
}
