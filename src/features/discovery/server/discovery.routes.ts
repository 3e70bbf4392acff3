import { handle } from '#platform/http/pipeline.ts';
import { discoveryApi } from '../contract.ts';
import { countFound, getHome, listReadNext, searchStories } from './discovery.queries.ts';
import { findPeople } from './search.queries.ts';

export const discoveryRoutes = [
  handle(discoveryApi.home, getHome),
  handle(discoveryApi.readNext, listReadNext),
  handle(discoveryApi.search, searchStories),
  handle(discoveryApi.people, findPeople),
  handle(discoveryApi.countFound, countFound),
];
