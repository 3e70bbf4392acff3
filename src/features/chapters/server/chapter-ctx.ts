import type { StoryCtx } from '#features/stories/server/index.ts';
import type { WritingModes } from './writing-modes.ts';

export type ChapterCtx = StoryCtx & { modes: WritingModes };
