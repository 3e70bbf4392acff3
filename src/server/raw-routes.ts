import type { Database } from '#platform/db/database.ts';
import { imageRoute } from '#platform/http/images.ts';
import { describeApi } from '#platform/http/openapi.ts';
import { type RawRoute, rawRoute } from '#platform/http/raw-routes.ts';
import { rawRoutes, routes } from './features.ts';
import { healthRoutes } from './health.ts';
import { installableRoutes } from './installable.ts';
import { errorStatuses } from './model.ts';
import { prefetchRulesRoute } from './prefetch-rules.ts';
import { searchEngineRoutes } from './search-engines.ts';
import { securityTxtRoute } from './security-txt.ts';

function descriptionRoute(): RawRoute {
  let description: string | null = null;
  return rawRoute({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    cache: 'public, max-age=300',
    limit: { none: 'It is written once.' },
    answer({ ctx: { config } }) {
      description ??= JSON.stringify(
        describeApi(
          routes.map((route) => route.endpoint),
          errorStatuses,
          { name: config.siteName, url: config.publicUrl.href },
        ),
      );
      return { type: 'application/json', body: description };
    },
  });
}

/** Returns everything that the site serves besides calls and pages. */
export function listRawRoutes(site: {
  isDraining: () => boolean;
  serviceWorker: () => string;
  database: Pick<Database, 'pool' | 'room'>;
  metrics: RawRoute;
}): readonly RawRoute[] {
  return [
    ...rawRoutes,
    imageRoute,
    ...searchEngineRoutes,
    securityTxtRoute,
    ...installableRoutes(site.serviceWorker),
    prefetchRulesRoute,
    descriptionRoute(),
    ...healthRoutes(site.isDraining, site.database),
    site.metrics,
  ];
}
