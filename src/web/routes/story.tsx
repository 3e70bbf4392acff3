import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { isId } from '#core/ids.ts';
import { branchApi } from '#features/branch/contract.ts';
import { buildTree } from '#features/branch/model/tree.ts';
import { OpenEnds } from '#features/branch/web/open-ends.tsx';
import { type TreeOnPage, treeForPage } from '#features/branch/web/tree-for-page.ts';
import { type ChapterEntry, chapterApi } from '#features/chapters/contract.ts';
import { contestApi } from '#features/contest/contract.ts';
import { ContestEnd, useRoundsBeside } from '#features/contest/web/contest-thread.tsx';
import { HowItGoes } from '#features/contest/web/how-it-goes.tsx';
import { useLeaderboardNote } from '#features/contest/web/leaderboard-note.ts';
import { roundPath } from '#features/contest/web/paths.ts';
import { RoundBox } from '#features/contest/web/round-box.tsx';
import { ROUNDS_SHOWN, roundPhaseOf } from '#features/contest/web/round-phase.ts';
import { RoundWatch } from '#features/contest/web/round-watch.tsx';
import { WriteEntry } from '#features/contest/web/write-entry.tsx';
import { participationApi } from '#features/participation/contract.ts';
import { openSpots } from '#features/participation/model/capacity.ts';
import { OpenSpotsNote } from '#features/participation/web/open-spots-note.tsx';
import { BranchChapters, BranchReading, BranchReadOn } from '#features/reader/web/branch-story.tsx';
import { MemberMarks } from '#features/reader/web/member-marks.tsx';
import { ReadingPanel, ReadOnButton, StoryChapters } from '#features/reader/web/story-reading.tsx';
import { relayApi } from '#features/relay/contract.ts';
import { RelayEnd } from '#features/relay/web/relay-end.tsx';
import { TurnPanel } from '#features/relay/web/turn.tsx';
import { type StoryView, storyApi } from '#features/stories/contract.ts';
import type { Titled } from '#features/stories/model/title-language.ts';
import { ModeMark } from '#features/stories/web/mode.tsx';
import { translationApi } from '#features/translation/contract.ts';
import { loadNaming, translationLanguage } from '#features/translation/web/in-loader.ts';
import { storyWords } from '#features/translation/web/story-slots.tsx';
import { apiOf, load } from '#web/api/in-loader.ts';
import { pack, useUnpacked } from '#web/api/packed.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { FailedPage, MissingPage } from '#web/layout/page-failure.tsx';
import { excerpt, pageMeta } from '#web/layout/page-meta.ts';
import { StoryFrame } from '#web/layout/story-frame.tsx';
import { refresh } from '#web/navigation/refresh.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ContentLanguage, Link } from '#web/ui/link.tsx';
import more from '#web/ui/more.module.css';
import { PageSpinner } from '#web/ui/spinner.tsx';
import type { Route } from './+types/story.ts';

const ParticipantKnown = lazy(() =>
  import('#features/branch/web/participant-known.tsx').then((m) => ({ default: m.ParticipantKnown })),
);

const StoryMissing = lazy(() =>
  import('#features/stories/web/story-missing.tsx').then((m) => ({ default: m.StoryMissing })),
);

const PER_PAGE = 50;
type NamedEntry = ChapterEntry & Titled;
const NOTHING: { items: ChapterEntry[]; next: string | null } = { items: [], next: null };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { storyId } = params;
  const query = url.searchParams;
  const order = query.get('order') === 'newest' ? ('newest' as const) : ('first' as const);
  const from = query.get('from') ?? undefined;
  const { asked, named } = translationLanguage(context, url);
  const original = await load(context, storyApi.detail, { storyId });
  const isBranch = original.mode === 'branch';
  const isContest = original.mode === 'competition';
  const [inLanguage, listed, tree, people, turn, rounds, standings] = await Promise.all([
    load(context, translationApi.story, { storyId, language: asked }),
    // A line is listed page by page, a tree as a whole.
    isBranch ? NOTHING : load(context, chapterApi.list, { storyId, order, cursor: from, limit: PER_PAGE }),
    isBranch ? load(context, branchApi.tree, { storyId }) : null,
    original.mode === 'solo' ? null : load(context, participationApi.participants, { storyId, limit: PER_PAGE }),
    original.mode === 'relay' && original.progress !== 'ended' ? load(context, relayApi.turn, { storyId }) : null,
    isContest ? load(context, contestApi.rounds, { storyId, limit: ROUNDS_SHOWN }) : null,
    isContest ? load(context, contestApi.leaderboard, { storyId }) : null,
  ]);
  const isStart = isBranch || (order === 'first' && from === undefined);
  const first = isStart ? listed.items[0] : (await load(context, chapterApi.list, { storyId, limit: 1 })).items[0];
  const naming = await loadNaming(context, original, asked, tree ? undefined : listed.items.map(({ id }) => id));
  const story: StoryView & Titled = naming.story(original);
  const head = {
    title: story.title,
    description: excerpt(story.description),
    keywords: apiOf(context).translator.t('meta.keywords'),
    path: `/story/${storyId}`,
    image: story.socialImageUrl,
    type: 'article' as const,
    text: {
      shown: inLanguage.language,
      languages: inLanguage.versions.flatMap(({ language, hasStory }) => (hasStory ? [language] : [])),
    },
  };
  return {
    story,
    named,
    words: storyWords(asked, inLanguage),
    chapters: { items: listed.items.map((chapter): NamedEntry => naming.chapter(chapter)), next: listed.next },
    tree: pack(tree && treeForPage({ ...tree, chapters: tree.chapters.map(naming.chapter) })),
    people,
    turn,
    contest: rounds && standings && { rounds: rounds.items, standings },
    order,
    first: first ?? null,
    head,
  };
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
  const tree = useUnpacked(loaderData.tree);
  const { contest, named } = loaderData;
  return (
    <ContentLanguage value={named}>
      {tree ? (
        <BranchStory {...loaderData} tree={tree} />
      ) : contest ? (
        <CompetitionStory {...loaderData} contest={contest} />
      ) : (
        <LineStory {...loaderData} />
      )}
    </ContentLanguage>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

/** Chapters that stand in a line. */
function LineStory({ story, words, chapters, people, turn, order, first }: Loaded) {
  const participantNumbers = useMemo(
    () => people && new Map(people.items.map(({ id, number }) => [id, number])),
    [people],
  );
  const room = openSpots(story) > 0 ? <OpenSpotsNote story={story} /> : null;
  const lastNumber = chapters.items.at(-1)?.number ?? 0;
  return (
    <StoryFrame
      story={story}
      words={words}
      people={people}
      order={order}
      readOn={<ReadOnButton story={story} first={first} chapters={chapters.items} />}
      withWriting={turn === null}
      reading={<ReadingPanel story={story} />}
      turn={
        turn && (
          <>
            <TurnPanel story={story} turn={turn} />
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
          participantNumbers={participantNumbers ?? undefined}
          end={turn && <RelayEnd turn={turn} number={lastNumber + 1} room={room} />}
        />
      }
    />
  );
}

/** Chapters that rounds have chosen, and the round that runs. */
function CompetitionStory({
  story,
  chapters,
  people,
  order,
  first,
  contest: { rounds, standings },
  words,
}: Omit<Loaded, 'contest'> & { contest: NonNullable<Loaded['contest']> }) {
  const t = useT('contest');
  const participantNumbers = useMemo(
    () => people && new Map(people.items.map(({ id, number }) => [id, number])),
    [people],
  );
  const beside = useRoundsBeside(rounds);
  const noteOf = useLeaderboardNote(standings);
  const round = rounds[0] ?? null;
  const phase = round && roundPhaseOf(round);
  const comesFirst = phase === 'writing' || phase === 'voting' || phase === 'scheduled';
  const lastNumber = chapters.items.at(-1)?.number ?? 0;
  return (
    <StoryFrame
      story={story}
      words={words}
      people={people}
      order={order}
      noteOf={noteOf}
      readOn={
        <>
          {round && phase === 'voting' && (
            <ButtonLink kind="primary" to={roundPath(round.id)}>
              {t('contest.read_and_vote')}
            </ButtonLink>
          )}
          {round && phase === 'writing' && <WriteEntry story={story} round={round} />}
          <ReadOnButton story={story} first={first} chapters={chapters.items} kind={comesFirst ? 'plain' : 'primary'} />
        </>
      }
      withWriting={first === null}
      // In its place one joins by writing, or in the box of the round that waits for authors.
      withJoining={phase !== 'scheduled' && !(phase === 'writing' && story.joining === 'open')}
      reading={<ReadingPanel story={story} />}
      turn={
        <>
          {round && <RoundWatch round={round} />}
          <RoundBox story={story} round={round} />
          <MemberMarks storyId={story.id} />
        </>
      }
      chapters={
        <StoryChapters
          story={story}
          order={order}
          chapters={chapters.items}
          next={chapters.next}
          participantNumbers={participantNumbers ?? undefined}
          beside={beside}
          end={<ContestEnd story={story} round={round} number={lastNumber + 1} />}
        />
      }
      ends={<HowItGoes story={story} />}
    />
  );
}

/** Chapters that branch: writing is offered at each open end. */
function BranchStory({ story, people, order, tree: sent, words }: Omit<Loaded, 'tree'> & { tree: TreeOnPage }) {
  const t = useT('branch');
  const signedIn = useSignedIn();
  const tree = useMemo(() => buildTree(sent.chapters, sent.cuts), [sent]);
  const [isIn, setIn] = useState(false);
  const takesPart = useCallback(() => setIn(true), []);
  const map = `/story/${story.id}/map`;
  const isOver = story.progress === 'ended';
  const canWrite = !isOver && (story.joining === 'open' || isIn);
  return (
    <StoryFrame
      story={story}
      words={words}
      people={people}
      order={order}
      readOn={
        tree.root && (
          <>
            <BranchReadOn story={story} tree={tree} />
            <ButtonLink to={map}>
              <ModeMark mode="branch" />
              {t('map.title')}
            </ButtonLink>
          </>
        )
      }
      withWriting={!tree.root}
      reading={<BranchReading story={story} tree={tree} authors={sent.authors} />}
      bar={
        <>
          <h2>
            {isOver
              ? t('common.chapters', { count: story.chapterCount })
              : t('tree.count', { chapters: story.chapterCount, ends: sent.endCount })}
          </h2>
          {tree.root && (
            <Link className={more.more} to={map}>
              {t('tree.map')}
            </Link>
          )}
        </>
      }
      chapters={
        <>
          <BranchChapters
            story={story}
            tree={tree}
            authors={sent.authors}
            reservations={sent.reservations}
            canWrite={canWrite}
          />
          <Suspense>
            {signedIn && story.joining !== 'open' && <ParticipantKnown storyId={story.id} onKnown={takesPart} />}
          </Suspense>
        </>
      }
      ends={!isOver && <OpenEnds story={story} ends={sent.ends} count={sent.endCount} canWrite={canWrite} />}
    />
  );
}

/** What the world cannot see its author may know of: the same address shows where the story stands. */
export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const signedIn = useSignedIn();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <FailedPage error={error} />;
  const storyId = params.storyId ?? '';
  if (!signedIn || !isId(storyId)) return <MissingPage />;
  return (
    <Suspense fallback={<PageSpinner />}>
      <StoryMissing storyId={storyId} notFound={<MissingPage />} onPublished={refresh} />
    </Suspense>
  );
}
