import type { Ctx } from '#platform/context.ts';
import type { ChapterDocument } from '../model/document.ts';
import type { WritingModes } from './writing-modes.ts';

/** Hooks of other features for chapter events, filled where the features are put together. */
export interface ChapterEffects {
  /** Called before the published text is replaced by `next`, in the same transaction, with the story locked. */
  textChanging: (
    ctx: Ctx,
    change: {
      storyId: string;
      chapterId: string;
      /** The author says that existing translations stay accurate. */
      isMinorEdit: boolean;
      next: { title: string; summary: string; choice: string | null; document: ChapterDocument };
    },
  ) => Promise<void>;
  /** Called before a published chapter is deleted, in the same transaction, with the story locked. */
  deleting: (ctx: Ctx, chapterId: string) => Promise<void>;
}

declare module '#platform/context.ts' {
  interface Ports {
    readonly modes: WritingModes;
    readonly chapterEffects: ChapterEffects;
  }
}
