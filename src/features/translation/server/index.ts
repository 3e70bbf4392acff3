export { chapterTextChanging, storyTextChanging } from './source-changes.ts';
export { translatingRoutes } from './translating.routes.ts';
