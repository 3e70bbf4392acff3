import { handle } from '#platform/http/pipeline.ts';
import { readerApi } from '../contract.ts';
import { bringPlaces, countRead, getStoryProgress, listPositions, savePosition } from './reading.service.ts';
import { getStatistics } from './statistics.queries.ts';

export const readerRoutes = [
  handle(readerApi.savePosition, savePosition),
  handle(readerApi.countRead, countRead),
  handle(readerApi.bringPlaces, bringPlaces),
  handle(readerApi.positions, listPositions),
  handle(readerApi.storyProgress, getStoryProgress),
  handle(readerApi.statistics, getStatistics),
];
