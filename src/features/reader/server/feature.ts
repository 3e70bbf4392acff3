import { serverFeature } from '#platform/features/feature.ts';
import { countReads, dropOldReads, weighTrends } from './popularity.repo.ts';
import { readerRoutes } from './reader.routes.ts';
import { movePositionsBack } from './reading-positions.repo.ts';
import { tables } from './tables.ts';

export const reader = serverFeature({
  name: 'reader',
  routes: readerRoutes,
  everyMinute: { countReads },
  everyHour: { weighTrends, dropOldReads },
  on: { 'chapter.deleting': ({ db }, { chapterId }) => movePositionsBack(db, chapterId) },
  contributes: { tables },
});
