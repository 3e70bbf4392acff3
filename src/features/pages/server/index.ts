export { sumViews } from './page-views.ts';
export { pageRoutes } from './pages.routes.ts';
