import { serverFeature } from '#platform/features/feature.ts';
import { storiesRead } from './member-work.ts';
import { movePlacesBack } from './places.repo.ts';
import { countReads, dropOldReads, weighTrends } from './popularity.repo.ts';
import { readerRoutes } from './reader.routes.ts';
import { tables } from './tables.ts';

export const reader = serverFeature({
  name: 'reader',
  routes: readerRoutes,
  everyMinute: { countReads },
  everyHour: { weighTrends, dropOldReads },
  on: { 'chapter.removing': ({ db }, { chapterId }) => movePlacesBack(db, chapterId) },
  contributes: { tables, interactions: { reading: storiesRead } },
});
