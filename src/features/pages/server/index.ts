export { sumViews } from './page-views.repo.ts';
