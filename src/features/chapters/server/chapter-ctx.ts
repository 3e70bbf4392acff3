import type { StoryCtx } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { ChapterDocument } from '../model/document.ts';
import type { WritingModes } from './writing-modes.ts';

/** What other features do when something happens to a chapter; filled where the features are put together. */
export interface ChapterEffects<C extends Ctx = Ctx> {
  /** The published text is about to be replaced by this one; called in that transaction, with the story locked. */
  textChanging: (
    ctx: C,
    change: {
      storyId: string;
      chapterId: string;
      /** Its author says that translations still say the same. */
      isMinorEdit: boolean;
      next: { title: string; summary: string; choice: string | null; document: ChapterDocument };
    },
  ) => Promise<void>;
}

export type ChapterCtx = StoryCtx & { modes: WritingModes; chapterEffects: ChapterEffects };
