export const NO_CHAPTER = '404 chapter_not_found';
export const chapter = (chapterId: string) => ({ chapterId });
