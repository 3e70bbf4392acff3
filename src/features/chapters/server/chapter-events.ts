import type { ChapterDocument } from '../model/document.ts';

interface ChapterChange {
  readonly storyId: string;
  readonly chapterId: string;
}

/** All are emitted in the transaction of the change, with the story locked. */
declare module '#platform/features/events.ts' {
  interface Events {
    /** The published text is about to be replaced by `next`. */
    'chapter.text_changing': ChapterChange & {
      /** The author says that existing translations stay accurate. */
      readonly isMinorEdit: boolean;
      readonly next: {
        readonly title: string;
        readonly summary: string;
        readonly choice: string | null;
        readonly document: ChapterDocument;
      };
    };
    /** A chapter is published for the first time, or an edit of it. */
    'chapter.published': ChapterChange & {
      readonly authorId: string;
      /** True for an edit of a hidden chapter, which stays hidden. */
      readonly isHidden: boolean;
      /** The text that the edit has replaced. Null for the first time. */
      readonly before: ChapterDocument | null;
      readonly next: ChapterDocument;
    };
    /** A moderator hid the chapter or its author took it down, or it is shown again. */
    'chapter.hidden': ChapterChange;
    'chapter.shown': ChapterChange;
    /** The words of a published chapter are about to be deleted for good. Its place stays. */
    'chapter.emptied': ChapterChange;
    /** A published chapter is about to be removed for good. */
    'chapter.removing': ChapterChange;
    /** It was removed. What was kept about it has no chapter any more. */
    'chapter.removed': ChapterChange;
  }
}
