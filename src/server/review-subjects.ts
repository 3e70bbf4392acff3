import { chapterReviewSubject, firstChapter } from '#features/chapters/server/index.ts';
import { submissionReviewSubject } from '#features/contest/server/index.ts';
import type { ReviewSubjects } from '#features/moderation/server/index.ts';
import { storyReviewSubject } from '#features/stories/server/index.ts';

/** Everything that is reviewed. If a kind is missing, this doesn’t compile. */
export const reviewSubjects: ReviewSubjects = {
  story: storyReviewSubject(firstChapter),
  chapter: chapterReviewSubject,
  submission: submissionReviewSubject,
};
