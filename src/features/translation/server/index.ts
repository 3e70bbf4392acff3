export { endLeases, releaseReviewsOf, withdrawTranslationsOf } from './leases.ts';
export { reviewRoutes } from './review.routes.ts';
export { chapterTextChanging, storyTextChanging } from './source-changes.ts';
export { translatingRoutes } from './translating.routes.ts';
