import { serverFeature } from '#platform/features/feature.ts';
import { discoveryRoutes } from './discovery.routes.ts';
import { discoveryRawRoutes } from './feeds.raw-routes.ts';
import { indexSearchJob, wakeSearchIndex } from './search-index.job.ts';
import { tables } from './tables.ts';

export const discovery = serverFeature({
  name: 'discovery',
  routes: discoveryRoutes,
  rawRoutes: discoveryRawRoutes,
  jobs: [indexSearchJob],
  everyMinute: { wakeSearchIndex },
  contributes: { tables },
});
