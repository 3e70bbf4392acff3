import { sql } from 'kysely';
import { serverFeature } from '#platform/features/feature.ts';
import { publishTopics } from '#platform/live/publish.ts';
import { chapterFields } from '../model/chapter-field-list.ts';
import { deleteUnpublishedOf, deleteWorksOf, othersHaveWritten } from './author-erasure.ts';
import { deleteChaptersSql, deleteTextsSql, purgeDeletedDrafts } from './chapter-erasure.repo.ts';
import type {} from './chapter-events.ts';
import { readableFiles } from './chapter-export.ts';
import { chapterRestrictable } from './chapter-hiding.ts';
import { returnedChapter } from './chapter-needs.ts';
import type {} from './chapter-registries.ts';
import { chapterRoutes } from './chapters.routes.ts';
import { deletionPreview } from './deletion-preview.ts';
import { firstChapter } from './first-chapter.ts';
import { mayWatchChapter } from './may-watch.ts';
import { chapterWriting } from './may-write.ts';
import { chaptersInReview, draftToContinue, treeToContinue } from './member-work.ts';
import { chapterReviewSubject, publishedTexts } from './publication.ts';
import { tables } from './tables.ts';
import { wishes } from './wishes.ts';

export const chapters = serverFeature({
  name: 'chapters',
  routes: chapterRoutes,
  everyHour: { purgeDeletedDrafts },
  on: {
    async 'chapter.published'(ctx, { before, isHidden, storyId, chapterId }) {
      if (!isHidden) await publishTopics(ctx, before ? `chapter:${chapterId}` : `story:${storyId}`);
    },
    'chapter.hidden': (ctx, { storyId }) => publishTopics(ctx, `story:${storyId}`),
    'chapter.shown': (ctx, { storyId }) => publishTopics(ctx, `story:${storyId}`),
  },
  provides: { firstChapter, chapterWriting, publishedTexts, deletionPreview },
  contributes: {
    tables,
    wishes,
    chapterFields,
    reviewSubjects: { chapter: chapterReviewSubject },
    restrictables: { chapter: chapterRestrictable },
    liveTopics: { chapter: mayWatchChapter },
    nextSteps: { draft: draftToContinue, continue: treeToContinue },
    waitingTexts: { chapter: chaptersInReview },
    needs: { returned_chapter: returnedChapter },
    worksOfOthers: { chapters: othersHaveWritten },
    erasureSteps: {
      deleteDrafts: { phase: 'drafts', run: deleteUnpublishedOf },
      deleteChapters: { phase: 'works', run: deleteWorksOf },
    },
    // Not the title of the draft: its author hasn’t shown it to anyone.
    loggedTitles: {
      chapter_draft: sql`select a.username from chapters c join accounts a on a.id = c.author_id
        where c.id = l.subject_id and a.status <> 'erased'`,
    },
    loggedSubjects: {
      // Two queries, because each partial index has either the deleted chapters or the others.
      chapter: (id) => sql`select id from chapters where author_id = ${id} and deleted_at is null
        union all select id from chapters where author_id = ${id} and deleted_at is not null`,
    },
    exportQueries: {
      'writing/chapter-texts': (id) =>
        sql`select t.* from chapter_texts t join chapters c on c.id = t.chapter_id where c.author_id = ${id} order by 1`,
      'writing/chapter-drafts': (id) =>
        sql`select d.* from chapter_drafts d join chapters c on c.id = d.chapter_id where c.author_id = ${id} order by 1`,
      'writing/chapter-revisions': (id) =>
        sql`select r.* from chapter_revisions r join chapters c on c.id = r.chapter_id where c.author_id = ${id} order by 1, 2`,
    },
    exportFiles: { read: readableFiles },
    storyPurges: {
      texts: { deleteSql: deleteTextsSql },
      chapters: { deleteSql: deleteChaptersSql, kind: 'chapter' },
    },
  },
});
