import type { StoryCtx } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { ChapterDocument } from '../model/document.ts';
import type { WritingModes } from './writing-modes.ts';

/** Hooks of other features for chapter events, filled where the features are put together. */
export interface ChapterEffects<C extends Ctx = Ctx> {
  /** Called before the published text is replaced by `next`, in the same transaction, with the story locked. */
  textChanging: (
    ctx: C,
    change: {
      storyId: string;
      chapterId: string;
      /** The author says that existing translations stay accurate. */
      isMinorEdit: boolean;
      next: { title: string; summary: string; choice: string | null; document: ChapterDocument };
    },
  ) => Promise<void>;
  /** Called before a published chapter is deleted, in the same transaction, with the story locked. */
  deleting: (ctx: C, chapterId: string) => Promise<void>;
}

export type ChapterCtx = StoryCtx & { modes: WritingModes; chapterEffects: ChapterEffects };
