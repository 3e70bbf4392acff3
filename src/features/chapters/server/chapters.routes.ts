import type { Registries } from '#platform/features/feature.ts';
import { handle, type Route } from '#platform/http/pipeline.ts';
import { chapterCalls } from '../contract.ts';
import { getChapter, listChapters } from './chapters.queries.ts';
import { createChapter, deleteChapter, discardChapterEdit, undeleteChapter } from './drafts.service.ts';
import {
  getChapterDraft,
  getChapterEditor,
  getChapterViewerState,
  getHiddenText,
  listOwnChapters,
} from './editor.queries.ts';
import { moveDraft } from './move-draft.service.ts';
import { getRevision, listRevisions, restoreRevision } from './revisions.service.ts';
import { updateChapter } from './saves.service.ts';
import { submitChapter, withdrawChapter } from './submission.service.ts';
import { takeDownChapter } from './taking-down.service.ts';

/** The calls, with the fields of all features. */
export function chapterRoutes({ chapterFields }: Pick<Registries, 'chapterFields'>): Route[] {
  const chapterApi = chapterCalls(chapterFields);
  return [
    handle(chapterApi.create, createChapter),
    handle(chapterApi.update, updateChapter),
    handle(chapterApi.move, moveDraft),
    handle(chapterApi.submit, submitChapter),
    handle(chapterApi.withdraw, withdrawChapter),
    handle(chapterApi.discardEdit, discardChapterEdit),
    handle(chapterApi.takeDown, takeDownChapter),
    handle(chapterApi.delete, deleteChapter),
    handle(chapterApi.undelete, undeleteChapter),
    handle(chapterApi.detail, getChapter),
    handle(chapterApi.list, listChapters),
    handle(chapterApi.draft, getChapterDraft),
    handle(chapterApi.hiddenText, getHiddenText),
    handle(chapterApi.editor, getChapterEditor),
    handle(chapterApi.viewerState, getChapterViewerState),
    handle(chapterApi.listOwn, listOwnChapters),
    handle(chapterApi.revisions, listRevisions),
    handle(chapterApi.revision, getRevision),
    handle(chapterApi.restoreRevision, restoreRevision),
  ];
}
