export { branchRoutes } from './branch.routes.ts';
export { branchMembership, branchMode } from './branch-mode.ts';
export { dropExpiredSpots } from './spots.repo.ts';
