export { branchRoutes } from './branch.routes.ts';
export { branchMembership, branchMode, freeBranchesOf } from './branch-mode.ts';
export { dropExpiredReservations } from './reservations.repo.ts';
