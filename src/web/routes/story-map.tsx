import { lazy, Suspense, useCallback, useState } from 'react';
import { data } from 'react-router';
import { branchApi } from '#features/branch/contract.ts';
import { toColumns } from '#features/branch/model/tree-columns.ts';
import { StoryMapPage } from '#features/branch/web/map/story-map-page.tsx';
import { useStoryReading } from '#features/reader/web/reading-store.ts';
import { storyApi } from '#features/stories/contract.ts';
import { loadNaming, translationLanguage } from '#features/translation/web/in-loader.ts';
import { apiOf, load } from '#web/api/in-loader.ts';
import { pack, useUnpacked } from '#web/api/packed.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { SkipLink } from '#web/layout/bars.tsx';
import { Logo } from '#web/layout/brand.tsx';
import { PageFailure } from '#web/layout/page-failure.tsx';
import { excerpt, pageMeta } from '#web/layout/page-meta.ts';
import { ContentLanguage } from '#web/ui/link.tsx';
import type { Route } from './+types/story-map.ts';

const MemberReading = lazy(() =>
  import('#features/reader/web/member-reading.tsx').then((m) => ({ default: m.MemberReading })),
);

const ParticipantKnown = lazy(() =>
  import('#features/branch/web/participant-known.tsx').then((m) => ({ default: m.ParticipantKnown })),
);

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { translator } = apiOf(context);
  const { storyId } = params;
  const story = await load(context, storyApi.detail, { storyId });
  const { id, language, joining, progress } = story;
  // Only where the ways part is there something to map.
  if (story.mode !== 'branch') throw data({ code: 'not_found' }, { status: 404 });
  const { asked, named } = translationLanguage(context, url);
  const [{ chapters, ...tree }, naming] = await Promise.all([
    load(context, branchApi.tree, { storyId }),
    loadNaming(context, story, asked),
  ]);
  const { titleLanguage, title, description } = naming.story(story);
  const head = {
    title: translator.t('map.page_title', { title }),
    description: excerpt(description),
    keywords: translator.t('meta.keywords'),
    path: `/story/${storyId}/map`,
    image: story.socialImageUrl,
    type: 'article' as const,
  };
  return {
    story: { id, title, language, titleLanguage, joining, progress },
    tree: pack({ ...tree, columns: toColumns(chapters.map(naming.chapter)) }),
    named,
    head,
  };
}

export const meta = pageMeta;

export default function StoryMapRoute({ loaderData: { story, tree, named } }: Route.ComponentProps) {
  const t = useT();
  const signedIn = useSignedIn();
  const reading = useStoryReading(story.id);
  const [isIn, setIn] = useState(false);
  const takesPart = useCallback(() => setIn(true), []);
  const canWrite = story.progress !== 'ended' && (story.joining === 'open' || isIn);
  return (
    <ContentLanguage value={named}>
      <SkipLink label={t('common.skip')} />
      <StoryMapPage story={story} tree={useUnpacked(tree)} reading={reading} canWrite={canWrite} logo={<Logo />} />
      <Suspense>
        {signedIn && <MemberReading storyId={story.id} />}
        {signedIn && story.joining !== 'open' && <ParticipantKnown storyId={story.id} onKnown={takesPart} />}
      </Suspense>
    </ContentLanguage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFailure error={error} />;
}
