import { serverFeature } from '#platform/features/feature.ts';
import { profileRoutes } from './profile.routes.ts';

export const profile = serverFeature({ name: 'profile', routes: profileRoutes });
