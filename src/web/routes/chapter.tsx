import { lazy, Suspense } from 'react';
import { data, isRouteErrorResponse, useRevalidator } from 'react-router';
import { isId } from '#core/ids.ts';
import { branchApi } from '#features/branch/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { contestApi } from '#features/contest/contract.ts';
import { roundsAround } from '#features/contest/web/chapter-rounds.ts';
import { ROUNDS_SHOWN } from '#features/contest/web/round-phase.ts';
import { ChapterPage, ReaderBar } from '#features/reader/web/chapter-page.tsx';
import { apiOf, load } from '#web/api/in-loader.ts';
import { pack, useUnpacked } from '#web/api/packed.ts';
import { useSignedIn } from '#web/api/session.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { SkipLink } from '#web/layout/bars.tsx';
import { Logo } from '#web/layout/brand.tsx';
import { LanguageMenu } from '#web/layout/language-menu.tsx';
import { MissingPage, PageFailure, PlainPage } from '#web/layout/page-failure.tsx';
import { excerpt, pageMeta } from '#web/layout/page-meta.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Route } from './+types/chapter.ts';

const ChapterMissing = lazy(() =>
  import('#features/chapters/web/chapter-missing.tsx').then((m) => ({ default: m.ChapterMissing })),
);

export async function loader({ context, params }: Route.LoaderArgs) {
  const { translator } = apiOf(context);
  // The text without its marks is for other programs; here it would travel twice.
  const { text: _, content, ...chapter } = await load(context, chapterApi.detail, { chapterId: params.chapterId });
  // The same chapter at the address of another story would be a second page of it.
  if (chapter.story.id !== params.storyId) throw data({ code: 'chapter_not_found' }, { status: 404 });
  const { story } = chapter;
  const ways = story.mode === 'branch' ? await load(context, branchApi.ways, { chapterId: chapter.id }) : null;
  const rounds =
    story.mode === 'competition'
      ? roundsAround(
          chapter,
          (await load(context, contestApi.rounds, { storyId: story.id, limit: ROUNDS_SHOWN })).items,
        )
      : null;
  const title = chapter.title ?? translator.t('reader.blocked_title');
  const head = {
    title: `${title} · ${story.title}`,
    description: excerpt(chapter.summary ?? story.description),
    keywords: translator.t('meta.keywords'),
    path: `/story/${story.id}/chapter/${chapter.id}`,
    image: story.socialImageUrl,
    type: 'article' as const,
  };
  return { chapter, content: pack(content), ways, rounds, head };
}

export const meta = pageMeta;

export default function ChapterRoute({ loaderData: { chapter, content, ways, rounds } }: Route.ComponentProps) {
  const t = useT('reader');
  const document = useUnpacked(content);
  return (
    <>
      <SkipLink label={t('reader.skip')} />
      <ReaderBar story={chapter.story} logo={<Logo />} language={<LanguageMenu />} />
      <ChapterPage chapter={chapter} document={document} ways={ways} rounds={rounds} />
    </>
  );
}

/** What the world cannot see its author may know of: the same address shows where the chapter stands. */
export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const signedIn = useSignedIn();
  const { revalidate } = useRevalidator();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <PageFailure error={error} />;
  const { storyId = '', chapterId = '' } = params;
  const mayExist = signedIn && isId(chapterId);
  return (
    <PlainPage>
      {mayExist ? (
        <Suspense fallback={<Spinner />}>
          <ChapterMissing storyId={storyId} chapterId={chapterId} notFound={<MissingPage />} onPublished={revalidate} />
        </Suspense>
      ) : (
        <MissingPage />
      )}
    </PlainPage>
  );
}
