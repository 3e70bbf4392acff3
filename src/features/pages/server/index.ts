export { sumViews } from './page-views.repo.ts';
export { pageRoutes } from './pages.routes.ts';
