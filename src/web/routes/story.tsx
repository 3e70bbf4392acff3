import { lazy, Suspense, useMemo } from 'react';
import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { isId } from '#core/ids.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { roomLeft } from '#features/participation/model/room.ts';
import { Hands } from '#features/participation/web/hands.tsx';
import { JoinSlot } from '#features/participation/web/join-slot.tsx';
import { RoomNote } from '#features/participation/web/room-note.tsx';
import { MemberMarks, ReadingPanel, ReadOnButton, StoryChapters } from '#features/reader/web/story-reading.tsx';
import { relayApi } from '#features/relay/contract.ts';
import { RelayEnd } from '#features/relay/web/relay-end.tsx';
import { Turn } from '#features/relay/web/turn.tsx';
import { storyApi } from '#features/stories/contract.ts';
import { StoryPage } from '#features/stories/web/story-page.tsx';
import { apiOf, load } from '#web/api/in-loader.ts';
import { useSignedIn } from '#web/api/session.ts';
import { FailedPage, MissingPage } from '#web/layout/page-failure.tsx';
import { excerpt, pageMeta } from '#web/layout/page-meta.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Route } from './+types/story.ts';

const StoryActs = lazy(() => import('#features/stories/web/story-acts.tsx').then((m) => ({ default: m.StoryActs })));

const InviteUsers = lazy(() =>
  import('#features/participation/web/invite-users.tsx').then((m) => ({ default: m.InviteUsers })),
);
const LeaveStory = lazy(() =>
  import('#features/participation/web/leave-story.tsx').then((m) => ({ default: m.LeaveStory })),
);
const MembershipNote = lazy(() =>
  import('#features/participation/web/membership-note.tsx').then((m) => ({ default: m.MembershipNote })),
);

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
  const [people, turn] = await Promise.all([
    story.mode === 'solo' ? null : load(context, participationApi.participants, { storyId, limit: PER_PAGE }),
    story.mode === 'relay' && story.progress !== 'ended' ? load(context, relayApi.turn, { storyId }) : null,
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
  return { story, chapters, people, turn, order, first: first ?? null, head };
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
  const { story, chapters, people, turn, order, first } = loaderData;
  const signedIn = useSignedIn();
  const isShared = story.mode !== 'solo';
  const hands = useMemo(() => people && new Map(people.items.map(({ id, number }) => [id, number])), [people]);
  const room = roomLeft(story) > 0 ? <RoomNote story={story} /> : null;
  const lastNumber = chapters.items.at(-1)?.number ?? 0;
  return (
    <StoryPage
      story={story}
      order={order}
      acts={
        <>
          <ReadOnButton story={story} first={first} chapters={chapters.items} />
          {isShared && <JoinSlot story={story} look="button" />}
          <Suspense>
            {signedIn && <StoryActs storyId={story.id} withWriting={turn === null} />}
            {signedIn && isShared && <InviteUsers storyId={story.id} title={story.title} />}
          </Suspense>
        </>
      }
      notes={<Suspense>{signedIn && isShared && <MembershipNote story={story} />}</Suspense>}
      reading={<ReadingPanel story={story} />}
      turn={
        turn && (
          <>
            <Turn story={story} turn={turn} />
            <MemberMarks storyId={story.id} />
          </>
        )
      }
      chapters={
        <StoryChapters
          story={story}
          order={order}
          chapters={chapters.items}
          next={chapters.next}
          hands={hands ?? undefined}
          end={turn && <RelayEnd turn={turn} number={lastNumber + 1} room={room} />}
        />
      }
      hands={
        people && (
          <Hands
            story={story}
            participants={people.items}
            next={people.next}
            acts={<Suspense>{signedIn && <LeaveStory story={story} />}</Suspense>}
          />
        )
      }
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
