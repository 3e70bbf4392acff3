import { lazy, Suspense } from 'react';
import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { isId } from '#core/ids.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { ReadingPanel, ReadOnButton, StoryChapters } from '#features/reader/web/story-reading.tsx';
import { storyApi } from '#features/stories/contract.ts';
import { StoryPage } from '#features/stories/web/story-page.tsx';
import { apiOf, load } from '#web/api/in-loader.ts';
import { useSignedIn } from '#web/api/session.ts';
import { FailedPage, MissingPage } from '#web/layout/page-failure.tsx';
import { excerpt, pageMeta } from '#web/layout/page-meta.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Route } from './+types/story.ts';

const StoryActs = lazy(() => import('#features/stories/web/story-acts.tsx').then((m) => ({ default: m.StoryActs })));

const StoryMissing = lazy(() =>
  import('#features/stories/web/story-missing.tsx').then((m) => ({ default: m.StoryMissing })),
);

const PER_PAGE = 50;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { storyId } = params;
  const query = url.searchParams;
  const order = query.get('order') === 'newest' ? ('newest' as const) : ('first' as const);
  const from = query.get('from') ?? undefined;
  const [story, chapters] = await Promise.all([
    load(context, storyApi.detail, { storyId }),
    load(context, chapterApi.list, { storyId, order, cursor: from, limit: PER_PAGE }),
  ]);
  const isStart = order === 'first' && from === undefined;
  const first = isStart ? chapters.items[0] : (await load(context, chapterApi.list, { storyId, limit: 1 })).items[0];
  const head = {
    title: story.title,
    description: excerpt(story.description),
    keywords: apiOf(context).translator.t('meta.keywords'),
    path: `/story/${storyId}`,
    image: story.socialImageUrl,
    type: 'article' as const,
  };
  return { story, chapters, order, first: first ?? null, head };
}

export const meta = (args: Route.MetaArgs) => [
  ...pageMeta(args),
  ...(args.loaderData
    ? [
        {
          tagName: 'link',
          rel: 'alternate',
          type: 'application/atom+xml',
          title: args.loaderData.story.title,
          href: `/story/${args.loaderData.story.id}/feed.xml`,
        },
      ]
    : []),
];

export default function StoryRoute({ loaderData }: Route.ComponentProps) {
  const { story, chapters, order, first } = loaderData;
  const signedIn = useSignedIn();
  return (
    <StoryPage
      story={story}
      order={order}
      acts={
        <>
          <ReadOnButton story={story} first={first} chapters={chapters.items} />
          <Suspense>{signedIn && <StoryActs storyId={story.id} />}</Suspense>
        </>
      }
      reading={<ReadingPanel story={story} />}
      chapters={<StoryChapters story={story} order={order} chapters={chapters.items} next={chapters.next} />}
    />
  );
}

/** What the world cannot see its author may know of: the same address shows where the story stands. */
export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const signedIn = useSignedIn();
  const { revalidate } = useRevalidator();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <FailedPage error={error} />;
  const storyId = params.storyId ?? '';
  if (!signedIn || !isId(storyId)) return <MissingPage />;
  return (
    <Suspense fallback={<Spinner />}>
      <StoryMissing storyId={storyId} notFound={<MissingPage />} onPublished={revalidate} />
    </Suspense>
  );
}
