/** What the acts of the permission matrix can be tried on, of this feature. */
export type ChapterTarget =
  | 'own chapter'
  | 'chapter'
  | 'draft chapter'
  | 'draft story’s chapter'
  | 'pending chapter'
  | 'deleted chapter';

export const NO_CHAPTER = '404 chapter_not_found';
export const chapter = (chapterId: string) => ({ chapterId });
