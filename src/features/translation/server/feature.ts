import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { serverFeature } from '#platform/features/feature.ts';
import { deleteTranslationsOfChapter, purgeDeletedTranslations } from './author-erasure.repo.ts';
import { dropTranslationsOf, translatedByOthers } from './author-erasure.ts';
import { endLeases, releaseReviewsOf, withdrawTranslationsOf } from './leases.ts';
import { translationsInReview, translationsMade } from './member-work.ts';
import { readableTranslations } from './readable-translations.ts';
import { readingRoutes } from './reading.routes.ts';
import { reviewRoutes } from './review.routes.ts';
import { chapterTextChanging, storyTextChanging } from './source-changes.ts';
import { notifyTranslatorsOfDeletion } from './story-closed.ts';
import { tables } from './tables.ts';
import { translationRestrictable } from './take-down.ts';
import { translatingRoutes } from './translating.routes.ts';
import { returnedTranslation, staleTranslation } from './translation-needs.ts';
import { findPublished } from './translations.repo.ts';

const releaseReviews = (ctx: Ctx, { accountId }: { accountId: string }) => releaseReviewsOf(ctx, accountId);

export const translation = serverFeature({
  name: 'translation',
  routes: [...translatingRoutes, ...readingRoutes, ...reviewRoutes],
  everyMinute: { endLeases },
  everyHour: { purgeDeletedTranslations },
  on: {
    async 'account.restricted'(ctx, { accountId }) {
      await releaseReviewsOf(ctx, accountId);
      await withdrawTranslationsOf(ctx, accountId);
    },
    // After a planned deletion, translations stay until the account is erased.
    'account.deletion_requested': releaseReviews,
    'story.text_changing': storyTextChanging,
    'chapter.text_changing': chapterTextChanging,
    'chapter.emptied': ({ db }, { chapterId }) => deleteTranslationsOfChapter(db, chapterId),
    'story.closed': (ctx, { storyId }) => notifyTranslatorsOfDeletion(ctx, storyId),
  },
  provides: {
    async publishedTranslation({ db }, { storyId, chapterId, language }) {
      return (await findPublished(db, { storyId, chapterId }, language))?.id ?? null;
    },
  },
  contributes: {
    tables,
    restrictables: { translation: translationRestrictable },
    interactions: { translation: translationsMade },
    waitingTexts: { translation: translationsInReview },
    needs: { returned_translation: returnedTranslation, stale_translation: staleTranslation },
    worksOfOthers: {
      translations: async (db, storyId, creatorId) => (await translatedByOthers(db, storyId, creatorId)).size > 0,
    },
    // Deleted with their stories.
    storyPurges: { translations: { kind: 'translation' } },
    builtOnBy: { translations: translatedByOthers },
    erasureSteps: {
      deleteTranslations: {
        phase: 'works',
        run: (ctx, { id, texts }) => dropTranslationsOf(ctx, id, texts === 'delete'),
      },
    },
    loggedSubjects: { translation: (id) => sql`select id from translations where translator_id = ${id}` },
    exportQueries: {
      'translations/translation-texts': (id) =>
        sql`select t.* from translation_texts t join translations w on w.id = t.translation_id where w.translator_id = ${id} order by 1`,
    },
    exportFiles: { readableTranslations },
  },
});
