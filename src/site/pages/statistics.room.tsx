import { MembersOnly } from '#features/accounts/web/members-only.tsx';
import { StatisticsPage } from '#features/reader/web/statistics/statistics-page.tsx';
import { NotFound } from '../layout/page-failure.tsx';
import type { RoomProps } from '../page.ts';

/** How many people read a story, and how far. For its authors. */
export default function StatisticsRoom({ title, params: { storyId } }: RoomProps<'statistics'>) {
  return (
    <MembersOnly title={title}>
      <StatisticsPage storyId={storyId} notFound={<NotFound />} />
    </MembersOnly>
  );
}
