import type { ModeModel } from '#features/stories/model/mode-model.ts';

/** A chapter of a story that isn’t deleted, with the facts needed when its author’s account is erased. */
export interface ChapterNode {
  readonly id: string;
  readonly authorId: string;
  /** Position, or depth in the tree. Null for a draft that never had one. */
  readonly number: number | null;
  readonly parentId: string | null;
  readonly isPublic: boolean;
  /** Others have built on it, such as with a translation. */
  readonly isBuiltOn: boolean;
}

/**
 * Returns the author’s published chapters that have no successors, last first. Deleting them in this order leaves no
 * gaps. In a tree these are the leaves, in a linear story the last chapters. The first chapter stays, because the story
 * depends on it. So do all chapters of a mode that keeps its chapters.
 */
export function chaptersWithoutSuccessors(
  { shape, keepsChapters }: Pick<ModeModel, 'shape' | 'keepsChapters'>,
  chapters: readonly ChapterNode[],
  authorId: string,
): string[] {
  if (keepsChapters) return [];
  const isFree = (chapter: ChapterNode) =>
    chapter.isPublic && chapter.authorId === authorId && !chapter.isBuiltOn && chapter.number !== 1;
  // In a linear story, other authors’ unpublished chapters follow the existing ones.
  if (shape === 'line' && chapters.some((chapter) => !chapter.isPublic && chapter.authorId !== authorId)) return [];
  const gone = new Set<string>();
  const placed = chapters.filter((chapter) => chapter.number !== null || chapter.parentId !== null);
  const deepestFirst = placed.toSorted(
    (a, b) => (b.number ?? Number.MAX_SAFE_INTEGER) - (a.number ?? Number.MAX_SAFE_INTEGER),
  );
  for (const chapter of deepestFirst) {
    const after = (other: ChapterNode) =>
      shape === 'tree' ? other.parentId === chapter.id : (other.number ?? 0) > (chapter.number ?? 0);
    const isBuiltOn = placed.some(
      (other) => !gone.has(other.id) && after(other) && (other.isPublic || other.authorId !== authorId),
    );
    if (isFree(chapter) && !isBuiltOn) gone.add(chapter.id);
  }
  return [...gone];
}
