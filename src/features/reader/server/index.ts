export { readersInMonth } from './statistics.queries.ts';
