import type { WritingMode } from '#features/stories/model/writing-mode.ts';

/** A chapter of a story, deleted ones left out, as it is asked about when its author leaves. */
export interface ChapterNode {
  readonly id: string;
  readonly authorId: string;
  /** Place in the line or depth in the tree; null for a draft that never had one. */
  readonly number: number | null;
  readonly parentId: string | null;
  readonly isPublic: boolean;
  /** Somebody else has translated it. */
  readonly isTranslated: boolean;
}

/**
 * The public chapters of an author that nobody has built on, last ones first: whoever takes them out in this order leaves a
 * story without gaps. In a tree these are its ends, in a line what stands at its end. The first chapter carries the story,
 * and in a competition rounds hang on each.
 */
export function chaptersWithoutSuccessors(
  mode: WritingMode,
  chapters: readonly ChapterNode[],
  authorId: string,
): string[] {
  if (mode === 'competition') return [];
  const isFree = (chapter: ChapterNode) =>
    chapter.isPublic && chapter.authorId === authorId && !chapter.isTranslated && chapter.number !== 1;
  // Whoever writes on in a line, writes after what is there.
  if (mode !== 'branch' && chapters.some((chapter) => !chapter.isPublic && chapter.authorId !== authorId)) return [];
  const gone = new Set<string>();
  const placed = chapters.filter((chapter) => chapter.number !== null || chapter.parentId !== null);
  const deepestFirst = placed.toSorted(
    (a, b) => (b.number ?? Number.MAX_SAFE_INTEGER) - (a.number ?? Number.MAX_SAFE_INTEGER),
  );
  for (const chapter of deepestFirst) {
    const after = (other: ChapterNode) =>
      mode === 'branch' ? other.parentId === chapter.id : (other.number ?? 0) > (chapter.number ?? 0);
    const isBuiltOn = placed.some(
      (other) => !gone.has(other.id) && after(other) && (other.isPublic || other.authorId !== authorId),
    );
    if (isFree(chapter) && !isBuiltOn) gone.add(chapter.id);
  }
  return [...gone];
}
