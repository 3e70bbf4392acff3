export { countReads, dropOldReads, weighTrends } from './popularity.ts';
export { readerRoutes } from './reader.routes.ts';
