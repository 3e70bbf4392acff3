import { plainMode, treeOrder } from '#features/chapters/server/index.ts';
export const branchMode = { ...plainMode, order: treeOrder, canWrite: () => ({ ok: true }) as const };
export const branchRoutes = [];
export const dropExpiredSpots = async () => {};
