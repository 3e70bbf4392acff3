import { chapterReviewSubject, firstChapter } from '#features/chapters/server/index.ts';
import { submissionReviewSubject } from '#features/contest/server/index.ts';
import type { ReviewSubjects } from '#features/moderation/server/index.ts';
import { storyReviewSubject } from '#features/stories/server/index.ts';
import type { AppCtx } from './app-deps.ts';

/** Everything that is reviewed. If a kind is missing, this doesn’t compile. */
export const reviewSubjects: ReviewSubjects<AppCtx> = {
  story: storyReviewSubject(firstChapter),
  chapter: chapterReviewSubject,
  submission: submissionReviewSubject,
};
