export const NO_CHAPTER = '404 chapter_not_found';
export const chapter = (chapterId: string) => ({ chapterId });
/** Chapters that readers can’t see, and an id without a chapter. */
export const UNREADABLE = [
  'missing',
  'own chapter',
  'draft story’s chapter',
  'draft chapter',
  'pending chapter',
  'branch draft',
  'deleted chapter',
] as const;
