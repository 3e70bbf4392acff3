import { serverFeature } from '#platform/features/feature.ts';
import { storiesRead } from './member-work.ts';
import { countReads, dropOldReads, weighTrends } from './popularity.repo.ts';
import { readerRoutes } from './reader.routes.ts';
import { movePositionsBack } from './reading-positions.repo.ts';
import { tables } from './tables.ts';

export const reader = serverFeature({
  name: 'reader',
  routes: readerRoutes,
  everyMinute: { countReads },
  everyHour: { weighTrends, dropOldReads },
  on: { 'chapter.removing': ({ db }, { chapterId }) => movePositionsBack(db, chapterId) },
  contributes: { tables, interactions: { reading: storiesRead } },
});
