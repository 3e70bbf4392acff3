import { handle } from '#platform/http/pipeline.ts';
import { translationApi } from '../contract.ts';
import { getBeside, getChapterInLanguage, getChapterTexts, getStoryInLanguage } from './reading.queries.ts';
import { getTitles } from './titles.queries.ts';

export const readingRoutes = [
  handle(translationApi.chapter, getChapterInLanguage),
  handle(translationApi.story, getStoryInLanguage),
  handle(translationApi.titles, getTitles),
  handle(translationApi.chapters, getChapterTexts),
  handle(translationApi.beside, getBeside),
];
