import { handle } from '#platform/http/pipeline.ts';
import { readerApi } from '../contract.ts';
import { countRead, getStoryProgress, listPlaces, savePlace } from './reading.service.ts';
import { getStatistics } from './statistics.queries.ts';

export const readerRoutes = [
  handle(readerApi.savePlace, savePlace),
  handle(readerApi.countRead, countRead),
  handle(readerApi.places, listPlaces),
  handle(readerApi.storyProgress, getStoryProgress),
  handle(readerApi.statistics, getStatistics),
];
