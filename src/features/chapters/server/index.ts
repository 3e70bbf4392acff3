export { deleteChapters } from './chapter-erasure.repo.ts';
export { hiddenBy, isContinuable, neighbourOf } from './chapters.queries.ts';
export { lineOrder } from './order/line-order.ts';
export { treeOrder } from './order/tree-order.ts';
export { publishSubmission } from './publish-submission.ts';
export { releaseNumbers } from './release-numbers.ts';
export { beginSubmissionText, getOwnText, keepAsSubmitted, lockText, nextPlace } from './submission-text.ts';
export { bindMode, plainMode, type WritingModeOnServer } from './writing-modes.ts';
