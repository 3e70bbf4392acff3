import type { ChapterCtx } from '#features/chapters/server/index.ts';
import type { ParticipationCtx } from '#features/participation/server/index.ts';

export type ContestCtx = ChapterCtx & ParticipationCtx;
