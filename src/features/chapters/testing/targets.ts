/** Targets of this feature for the permission matrix. */
export type ChapterTarget =
  | 'own chapter'
  | 'chapter'
  | 'draft chapter'
  | 'draft story’s chapter'
  | 'pending chapter'
  | 'deleted chapter';

export const NO_CHAPTER = '404 chapter_not_found';
export const chapter = (chapterId: string) => ({ chapterId });
