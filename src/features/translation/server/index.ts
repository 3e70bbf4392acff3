export { getReviewing } from './queue.queries.ts';
export { reviewedByRecord } from './reviewers.repo.ts';
export { cardsInLanguage, findTitles } from './titles.queries.ts';
export { translatedInto } from './translated-stories.queries.ts';
