import { sql } from 'kysely';
import { serverFeature } from '#platform/features/feature.ts';
import { storyFields } from '../model/story-field-list.ts';
import { settleStoriesOf } from './author-erasure.ts';
import { categoryRoutes } from './categories.routes.ts';
import { coverFiles } from './cover-files.ts';
import { drawSocialImageJob } from './draw-social-image.job.ts';
import { waitingReviews } from './member-work.ts';
import { purgeStories } from './purge.ts';
import { enqueueRedraw, redrawCoversJob } from './redraw-covers.job.ts';
import { mayWatchStory } from './stories.queries.ts';
import { storyRoutes } from './stories.routes.ts';
import { storyRestrictable } from './story-ban.ts';
import type {} from './story-events.ts';
import { returnedStory } from './story-needs.ts';
import { storyReviewSubject } from './story-review.ts';
import { getSuggestion, suggestionSource, suggestionTitle } from './suggestion-queue.ts';
import { tables } from './tables.ts';
import { wishes } from './wishes.ts';

/** Key of the drawn cover that a social image (`s-….png`) belongs to. */
const DRAWN_COVER = sql`'d-' || substr(split_part(i.key, '.', 1), 3) || '.svg'`;

export const stories = serverFeature({
  name: 'stories',
  routes: (registries) => [...storyRoutes(registries), ...categoryRoutes],
  jobs: [drawSocialImageJob, redrawCoversJob],
  everyHour: { purgeStories },
  on: {
    'account.renamed': (ctx, { accountId }) => enqueueRedraw(ctx, accountId),
  },
  contributes: {
    tables,
    wishes,
    storyFields,
    reviewSubjects: { story: storyReviewSubject },
    restrictables: { story: storyRestrictable },
    liveTopics: { story: mayWatchStory },
    queueSources: { suggestions: suggestionSource },
    queueCases: { suggestion: getSuggestion },
    // Not the title of the draft: its author hasn’t shown it to anyone.
    loggedTitles: {
      suggestion: suggestionTitle,
      story_draft: sql`select a.username from stories s join accounts a on a.id = s.creator_id
        where s.id = l.subject_id and a.status <> 'erased'`,
    },
    erasureSteps: { settleStories: { phase: 'stories', run: settleStoriesOf } },
    loggedSubjects: {
      // Two queries, because each partial index has either the deleted stories or the others.
      story: (id) => sql`select id from stories where creator_id = ${id} and deleted_at is null
        union all select id from stories where creator_id = ${id} and deleted_at is not null`,
      suggestion: (id) => sql`select id from category_suggestions where account_id = ${id}`,
    },
    exportQueries: {
      'writing/story-drafts': (id) =>
        sql`select d.* from story_drafts d join stories s on s.id = d.story_id where s.creator_id = ${id} order by 1`,
    },
    exportFiles: { covers: coverFiles },
    waitingTexts: { story: (id) => waitingReviews('story', id) },
    needs: { returned_story: returnedStory },
    imageUses: {
      covers: sql`select from stories s where s.cover_key = i.key`,
      socialImages: sql`select from stories s where s.cover_key = ${DRAWN_COVER}`,
      draftCovers: sql`select from story_drafts d where d.cover_key = i.key`,
    },
  },
});
