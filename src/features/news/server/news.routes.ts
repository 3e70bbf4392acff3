import { handle } from '#platform/http/pipeline.ts';
import { newsApi } from '../contract.ts';
import { chooseMail, getSettings, resumeMails, whatStops } from './settings.service.ts';

export const newsRoutes = [
  handle(newsApi.settings, getSettings),
  handle(newsApi.choose, chooseMail),
  handle(newsApi.resume, resumeMails),
  handle(newsApi.unsubscribing, whatStops),
];
