import { accountDeletionRoutes, accountRoutes } from '#features/accounts/server/index.ts';
import { branchRoutes } from '#features/branch/server/index.ts';
import { chapterRoutes } from '#features/chapters/server/index.ts';
import { contestRoutes } from '#features/contest/server/index.ts';
import { discoveryRoutes } from '#features/discovery/server/index.ts';
import { messageRoutes } from '#features/messages/server/index.ts';
import { moderationRoutes } from '#features/moderation/server/index.ts';
import { pageRoutes } from '#features/pages/server/index.ts';
import { participationRoutes } from '#features/participation/server/index.ts';
import { profileRoutes } from '#features/profile/server/index.ts';
import { readerRoutes } from '#features/reader/server/index.ts';
import { relayRoutes } from '#features/relay/server/index.ts';
import { categoryRoutes, storyRoutes } from '#features/stories/server/index.ts';
import { readingRoutes, reviewRoutes, translatingRoutes } from '#features/translation/server/index.ts';
import type { Route } from '#platform/http/pipeline.ts';

/** All calls of the site. */
export const routes: Route[] = [
  ...accountRoutes,
  ...accountDeletionRoutes,
  ...messageRoutes,
  ...moderationRoutes,
  ...storyRoutes,
  ...categoryRoutes,
  ...participationRoutes,
  ...chapterRoutes,
  ...relayRoutes,
  ...branchRoutes,
  ...contestRoutes,
  ...translatingRoutes,
  ...readingRoutes,
  ...reviewRoutes,
  ...discoveryRoutes,
  ...profileRoutes,
  ...readerRoutes,
  ...pageRoutes,
];
