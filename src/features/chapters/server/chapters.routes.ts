import { handle } from '#platform/http/pipeline.ts';
import { chapterApi } from '../contract.ts';
import type { ChapterCtx } from './chapter-ctx.ts';
import { getChapter, listChapters } from './chapters.queries.ts';
import { createChapter, deleteChapter, discardChapterEdit, undeleteChapter } from './drafts.service.ts';
import {
  getChapterDraft,
  getChapterEditor,
  getChapterViewerState,
  getHiddenText,
  listOwnChapters,
} from './editor.queries.ts';
import { getRevision, listRevisions, restoreRevision } from './revisions.service.ts';
import { updateChapter } from './saves.service.ts';
import { submitChapter, withdrawChapter } from './submission.service.ts';

export const chapterRoutes = [
  handle<typeof chapterApi.create, ChapterCtx>(chapterApi.create, createChapter),
  handle<typeof chapterApi.update, ChapterCtx>(chapterApi.update, updateChapter),
  handle<typeof chapterApi.submit, ChapterCtx>(chapterApi.submit, submitChapter),
  handle<typeof chapterApi.withdraw, ChapterCtx>(chapterApi.withdraw, withdrawChapter),
  handle<typeof chapterApi.discardEdit, ChapterCtx>(chapterApi.discardEdit, discardChapterEdit),
  handle<typeof chapterApi.delete, ChapterCtx>(chapterApi.delete, deleteChapter),
  handle(chapterApi.undelete, undeleteChapter),
  handle(chapterApi.detail, getChapter),
  handle<typeof chapterApi.list, ChapterCtx>(chapterApi.list, listChapters),
  handle<typeof chapterApi.draft, ChapterCtx>(chapterApi.draft, getChapterDraft),
  handle(chapterApi.hiddenText, getHiddenText),
  handle<typeof chapterApi.editor, ChapterCtx>(chapterApi.editor, getChapterEditor),
  handle<typeof chapterApi.viewerState, ChapterCtx>(chapterApi.viewerState, getChapterViewerState),
  handle(chapterApi.listOwn, listOwnChapters),
  handle(chapterApi.revisions, listRevisions),
  handle(chapterApi.revision, getRevision),
  handle<typeof chapterApi.restoreRevision, ChapterCtx>(chapterApi.restoreRevision, restoreRevision),
];
