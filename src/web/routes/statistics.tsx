import { lazy } from 'react';
import { isId } from '#core/ids.ts';
import { MembersOnly } from '#features/accounts/web/members-only.tsx';
import { apiOf } from '#web/api/in-loader.ts';
import { NotFound } from '#web/layout/page-failure.tsx';
import { pageMeta } from '#web/layout/page-meta.ts';
import type { Route } from './+types/statistics.ts';

const StatisticsPage = lazy(() =>
  import('#features/reader/web/statistics/statistics-page.tsx').then((m) => ({ default: m.StatisticsPage })),
);

export function loader({ context, params }: Route.LoaderArgs) {
  const { translator } = apiOf(context);
  const path = `/story/${params.storyId}/statistics`;
  return { head: { title: translator.t('statistics.title'), path, noindex: true } };
}

export const meta = pageMeta;

// Nothing of it is made on the server.
export const shouldRevalidate = () => false;

/** Who reads a story, and how far: a page of those who write it. */
export default function StatisticsRoute({ loaderData, params }: Route.ComponentProps) {
  if (!isId(params.storyId)) return <NotFound />;
  return (
    <MembersOnly title={loaderData.head.title}>
      <StatisticsPage key={params.storyId} storyId={params.storyId} notFound={<NotFound />} />
    </MembersOnly>
  );
}
