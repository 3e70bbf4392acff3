import type { StoryCtx } from '#features/stories/server/index.ts';
import type { WritingModes } from '../model/writing-mode-rules.ts';

export type ChapterCtx = StoryCtx & { modes: WritingModes };
