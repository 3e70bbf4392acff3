import { lazy, Suspense } from 'react';
import { data, isRouteErrorResponse } from 'react-router';
import { isId } from '#core/ids.ts';
import { branchApi, type Continuations } from '#features/branch/contract.ts';
import type { TitledContinuations } from '#features/branch/web/titled-continuations.ts';
import { type ChapterView, chapterApi } from '#features/chapters/contract.ts';
import { contestApi } from '#features/contest/contract.ts';
import { roundsAround } from '#features/contest/web/chapter-rounds.ts';
import { ROUNDS_SHOWN } from '#features/contest/web/round-phase.ts';
import type { ChapterHead, ShownText } from '#features/reader/web/chapter-head.ts';
import { ChapterPage, ReaderBar } from '#features/reader/web/chapter-page.tsx';
import { translationApi } from '#features/translation/contract.ts';
import { creditsOf } from '#features/translation/web/credits.tsx';
import type { Naming } from '#features/translation/web/in-language.ts';
import { loadNaming, translationLanguage } from '#features/translation/web/in-loader.ts';
import { apiOf, load } from '#web/api/in-loader.ts';
import { pack, useUnpacked } from '#web/api/packed.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { SkipLink } from '#web/layout/bars.tsx';
import { Logo } from '#web/layout/brand.tsx';
import { LanguageMenu } from '#web/layout/language-menu.tsx';
import { MissingPage, PageFailure, PlainPage } from '#web/layout/page-failure.tsx';
import { excerpt, pageMeta } from '#web/layout/page-meta.ts';
import { refresh } from '#web/navigation/refresh.ts';
import { ContentLanguage, ShowsOriginalBeside } from '#web/ui/link.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import type { Route } from './+types/chapter.ts';

const ChapterMissing = lazy(() =>
  import('#features/chapters/web/chapter-missing.tsx').then((m) => ({ default: m.ChapterMissing })),
);

/** The chapters that the page of a chapter names. */
function namedAround(
  { id, previous, next }: Pick<ChapterView, 'id' | 'previous' | 'next'>,
  ways: Continuations | null,
) {
  const around = ways ? [...ways.ways, ...ways.path, ...ways.siblings, ways.lastFork] : [];
  return [id, ...[previous, next, ...around].flatMap((other) => (other ? [other.id] : []))];
}

function inNames(ways: Continuations, { chapter: named }: Naming): TitledContinuations {
  return {
    ...ways,
    ways: ways.ways.map(named),
    path: ways.path.map(named),
    siblings: ways.siblings.map(named),
    lastFork: ways.lastFork && named(ways.lastFork),
  };
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { translator } = apiOf(context);
  const { asked, named } = translationLanguage(context, url);
  // The text without its marks is for other programs; here it would travel twice.
  const { text: _, content, ...original } = await load(context, chapterApi.detail, { chapterId: params.chapterId });
  const { id, story } = original;
  // The same chapter at the address of another story would be a second page of it.
  if (story.id !== params.storyId) throw data({ code: 'chapter_not_found' }, { status: 404 });
  const [read, ways, contest] = await Promise.all([
    content && load(context, translationApi.chapter, { chapterId: id, language: asked }),
    story.mode === 'branch' ? load(context, branchApi.continuations, { chapterId: id }) : null,
    story.mode === 'competition' ? load(context, contestApi.rounds, { storyId: story.id, limit: ROUNDS_SHOWN }) : null,
  ]);
  const language = read?.language ?? story.language;
  const translation = read?.translation ?? null;
  const wantsBoth = url.searchParams.get('beside') === '1';
  const isBeside = translation !== null && wantsBoth;
  const document = translation?.content ?? content;
  const [naming, rows] = await Promise.all([
    loadNaming(context, story, asked, namedAround(original, ways)),
    isBeside ? load(context, translationApi.beside, { chapterId: id, language }) : null,
  ]);
  const chapter: ChapterHead = {
    ...naming.chapter(original),
    language,
    ...(translation ? { title: translation.title, summary: translation.summary } : {}),
    previous: original.previous && naming.chapter(original.previous),
    next: original.next && naming.chapter(original.next),
    story: naming.story(story),
  };
  const title = chapter.title ?? translator.t('reader.blocked_title');
  const head = {
    title: `${title} · ${chapter.story.title}`,
    description: excerpt(chapter.summary ?? chapter.story.description),
    keywords: translator.t('meta.keywords'),
    path: `/story/${story.id}/chapter/${id}`,
    image: story.socialImageUrl,
    type: 'article' as const,
    ...(read ? { text: { shown: language, languages: read.versions.map((version) => version.language) } } : {}),
  };
  return {
    chapter,
    // One text, or both where both are read.
    text: pack<ShownText | null>(rows ? { rows } : document && { document }),
    asked,
    named,
    versions: read?.versions ?? [],
    // Kept on the way through chapters that have only their original.
    wantsBoth,
    credits: creditsOf(translation),
    ways: ways && inNames(ways, naming),
    rounds: contest && roundsAround(original, contest.items),
    head,
  };
}

export const meta = pageMeta;

export default function ChapterRoute({ loaderData }: Route.ComponentProps) {
  const t = useT('reader');
  const { chapter, text, asked, named, wantsBoth, versions, credits, ways, rounds } = loaderData;
  const shown = useUnpacked(text);
  const isBeside = shown !== null && 'rows' in shown;
  return (
    <ContentLanguage value={named}>
      <ShowsOriginalBeside value={wantsBoth}>
        <SkipLink label={t('reader.skip')} />
        <ReaderBar story={chapter.story} logo={<Logo />} language={<LanguageMenu />} isWide={isBeside} />
        <ChapterPage
          chapter={chapter}
          text={shown}
          asked={asked}
          versions={versions}
          credits={credits}
          ways={ways}
          rounds={rounds}
        />
      </ShowsOriginalBeside>
    </ContentLanguage>
  );
}

/** What the world cannot see its author may know of: the same address shows where the chapter stands. */
export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const signedIn = useSignedIn();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <PageFailure error={error} />;
  const { storyId = '', chapterId = '' } = params;
  const mayExist = signedIn && isId(chapterId);
  return (
    <PlainPage>
      {mayExist ? (
        <Suspense fallback={<PageSpinner />}>
          <ChapterMissing storyId={storyId} chapterId={chapterId} notFound={<MissingPage />} onPublished={refresh} />
        </Suspense>
      ) : (
        <MissingPage />
      )}
    </PlainPage>
  );
}
