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
import { getNames, removeName, saveName } from './names.service.ts';
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
  handle(translationApi.names, getNames),
  handle(translationApi.saveName, saveName),
  handle(translationApi.removeName, removeName),
];
