import { serverFeature } from '#platform/features/feature.ts';
import { pageRoutes } from './pages.routes.ts';
import { tables } from './tables.ts';

export const pages = serverFeature({ name: 'pages', routes: pageRoutes, contributes: { tables } });
