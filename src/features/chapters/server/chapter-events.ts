import type { Db } from '#platform/db/database.ts';
import type { ChapterDocument } from '../model/document.ts';
import type { WritingModes } from './writing-modes.ts';

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
    /** A new chapter or an edit is published, with this text. */
    'chapter.published': ChapterChange & {
      readonly authorId: string;
      readonly isEdit: boolean;
      /** True for an edit of a hidden chapter, which stays hidden. */
      readonly isHidden: boolean;
      readonly document: ChapterDocument;
    };
    /** A moderator hid the chapter, or showed it again. */
    'chapter.hidden': ChapterChange;
    'chapter.shown': ChapterChange;
    /** A published chapter is about to be deleted. */
    'chapter.deleting': ChapterChange;
  }
}

declare module '#platform/features/feature.ts' {
  interface Registries {
    /** The writing modes with their rules. */
    readonly modes: WritingModes;
    /**
     * What members other than this one have built on a story: ids of chapters, and `story` for its title and
     * description. Such a chapter counts as having a successor.
     */
    readonly builtOnBy: Readonly<
      Record<string, (db: Db, storyId: string, memberId: string) => Promise<ReadonlySet<string>>>
    >;
  }
}
