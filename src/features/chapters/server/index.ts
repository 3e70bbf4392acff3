export {
  deleteChaptersWithoutSuccessors,
  deleteUnpublishedOf,
  findChaptersWithoutSuccessors,
} from './author-erasure.ts';
export type { ChapterEffects } from './chapter-ctx.ts';
export { deleteChapters, deleteChaptersSql, deleteTextsSql, purgeDeletedDrafts } from './chapter-erasure.repo.ts';
export { chapterRestrictable } from './chapter-hiding.ts';
export { neighbourOf } from './chapters.queries.ts';
export { chapterRawRoutes } from './chapters.raw-routes.ts';
export { chapterRoutes } from './chapters.routes.ts';
export { firstChapter } from './first-chapter.ts';
export { chapterWriting } from './may-write.ts';
export { lineOrder } from './order/line-order.ts';
export { treeOrder } from './order/tree-order.ts';
export { chapterReviewSubject, publishedTexts } from './publication.ts';
export { publishSubmission } from './publish-submission.ts';
export { releaseNumbers } from './release-numbers.ts';
export { beginSubmissionText, getOwnText, keepAsSubmitted, lockText, nextPlace } from './submission-text.ts';
export { bindMode, plainMode, type WritingModeOnServer, type WritingModes } from './writing-modes.ts';
