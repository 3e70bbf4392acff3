import type { ParticipationCtx } from '#features/participation/server/index.ts';

export type BranchCtx = ParticipationCtx;
