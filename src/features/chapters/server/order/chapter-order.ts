import type { WritingPlace } from '#features/stories/contract.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import type { ChapterRecord } from '../chapters.repo.ts';

/** A position that a chapter has or would have. */
export interface ChapterPosition {
  storyId: string;
  parentId: string | null;
  number: number;
}

/** The order of the chapters in a story. Each mode has one. Methods that change positions require the story lock. */
export interface ChapterOrder {
  /** The sort key of a story’s chapter list. */
  readonly listedBy: 'number' | 'id';
  /** Returns the parent to store for a new chapter that is started after `parentId`. */
  parentOf: (parentId: string | null) => string | null;
  /** Returns the number of a chapter that is submitted: its own, or the next free one. Throws previous_chapter_missing. */
  numberOf: (db: Db, chapter: ChapterRecord) => Promise<number>;
  /** Whether the preceding chapter is public, or there is none. */
  mayAppear: (db: Db, chapter: ChapterRecord) => Promise<boolean>;
  /** Returns the pending chapter that was waiting for this one to be published. */
  nextWaiting: (db: Db, chapter: ChapterRecord) => Promise<string | null>;
  /** Closes the gap from `number` on. Returns the pending chapter that can be published because of it. */
  closeGap: (ctx: Ctx, storyId: string, number: number) => Promise<string | null>;
  /** Returns where to continue after this chapter, or null if others already have. */
  placeToWrite: (db: Db, chapter: ChapterRecord) => Promise<WritingPlace | null>;
  /** The number of a new chapter. Without `canWrite`, it reveals nothing about pending chapters. */
  newNumber: (db: Db, storyId: string, parentId: string | null, canWrite: boolean) => Promise<number>;
  /** The chapter that precedes this position. It may be hidden. */
  before: (db: Db, place: ChapterPosition) => Promise<string | null>;
}
