export { neighbour } from './chapters.queries.ts';
export { chapterRoutes } from './chapters.routes.ts';
export { firstChapter } from './first-chapter.ts';
export { chapterWriting } from './may-write.ts';
export { chapterReviewSubject, publishedTexts } from './publication.ts';
export { plainMode, type WritingModes } from './writing-modes.ts';
