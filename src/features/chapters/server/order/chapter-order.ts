import type { WritingPlace } from '#features/stories/contract.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import type { ChapterRecord } from '../chapters.repo.ts';

/** A place that a chapter has or would have. */
export interface ChapterPosition {
  storyId: string;
  parentId: string | null;
  number: number;
}

/**
 * How the chapters of a story stand behind one another; each mode names its order. What changes places is called with the
 * story locked.
 */
export interface ChapterOrder {
  /** What the list of a story's chapters goes by. */
  readonly listedBy: 'number' | 'id';
  /** The parent that is kept of the one a new chapter was begun after. */
  parentOf: (parentId: string | null) => string | null;
  /** Gives the chapter its place, unless it has one, when it is sent. Error: previous_chapter_missing. */
  takePlace: (db: Db, chapter: ChapterRecord) => Promise<void>;
  /** The chapter before it is public, or there is none. */
  mayAppear: (db: Db, chapter: ChapterRecord) => Promise<boolean>;
  /** The chapter in review that could not appear before this one. */
  nextWaiting: (db: Db, chapter: ChapterRecord) => Promise<string | null>;
  /** A place, and perhaps more behind it, was left; answers the chapter in review that may appear by that. */
  closeGap: (ctx: Ctx, storyId: string, number: number) => Promise<string | null>;
  /** Where one would go on from this chapter; null where others do already. */
  placeToWrite: (db: Db, chapter: ChapterRecord) => Promise<WritingPlace | null>;
  /** The number of a new chapter. Whoever cannot write here is not told of chapters that wait. */
  newNumber: (db: Db, storyId: string, parentId: string | null, canWrite: boolean) => Promise<number>;
  /** The chapter whose ending leads on to this place; it may be hidden. */
  before: (db: Db, place: ChapterPosition) => Promise<string | null>;
}
