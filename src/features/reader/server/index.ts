export { movePlacesBack } from './places.repo.ts';
export { countReads, dropOldReads, weighTrends } from './popularity.repo.ts';
export { readerRoutes } from './reader.routes.ts';
