import { handle } from '#platform/http/pipeline.ts';
import { translationApi } from '../contract.ts';
import {
  createTranslation,
  deleteTranslation,
  submitTranslation,
  undeleteTranslation,
  updateTranslation,
  withdrawTranslation,
} from './drafts.service.ts';
import { getTranslationEditor } from './editor.queries.ts';
import { getGlossary, removeTerm, saveTerm } from './glossary.service.ts';
import { listOwnTranslations } from './own.queries.ts';

export const translatingRoutes = [
  handle(translationApi.editor, getTranslationEditor),
  handle(translationApi.create, createTranslation),
  handle(translationApi.update, updateTranslation),
  handle(translationApi.submit, submitTranslation),
  handle(translationApi.withdraw, withdrawTranslation),
  handle(translationApi.delete, deleteTranslation),
  handle(translationApi.undelete, undeleteTranslation),
  handle(translationApi.listOwn, listOwnTranslations),
  handle(translationApi.glossary, getGlossary),
  handle(translationApi.saveTerm, saveTerm),
  handle(translationApi.removeTerm, removeTerm),
];
