import { serverFeature } from '#platform/features/feature.ts';
import { tables } from './tables.ts';
import { thanksRoutes } from './thanks.routes.ts';
import { wishes } from './wishes.ts';

export const thanks = serverFeature({ name: 'thanks', routes: thanksRoutes, contributes: { tables, wishes } });
