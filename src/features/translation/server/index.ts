export { endLeases, releaseReviewsOf, withdrawTranslationsOf } from './leases.ts';
export { readingRoutes } from './reading.routes.ts';
export { reviewRoutes } from './review.routes.ts';
export { chapterTextChanging, storyTextChanging } from './source-changes.ts';
export { tellTranslatorsOfDeletion } from './story-closed.ts';
export { cardsInLanguage, findTitles } from './titles.queries.ts';
export { translatingRoutes } from './translating.routes.ts';
