export { discoveryRoutes } from './discovery.routes.ts';
export { indexSearchJob, wakeSearchIndex } from './search-index.job.ts';
