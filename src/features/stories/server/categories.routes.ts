import { handle } from '#platform/http/pipeline.ts';
import { categoryApi } from '../contract-categories.ts';
import { decideSuggestion, listCategories, suggestCategory } from './categories.service.ts';

export const categoryRoutes = [
  handle(categoryApi.list, listCategories),
  handle(categoryApi.suggest, suggestCategory),
  handle(categoryApi.decide, decideSuggestion),
];
