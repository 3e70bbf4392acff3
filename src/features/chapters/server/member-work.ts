import { sql } from 'kysely';
import { modesThat } from '#features/stories/model/mode-model.ts';
import { nextStep, waitingReviews } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';

/** The member’s newest unfinished chapter. */
export const draftToContinue = (_ctx: unknown, accountId: string) =>
  nextStep(
    { chapterId: sql`draft.id` },
    sql`from (select c.id from chapters c where c.author_id = ${accountId} and c.story_id = s.id and c.deleted_at is null
      and not c.is_submission and c.status in ('draft', 'rejected') order by c.id desc limit 1) draft`,
  );

/** In a tree there is always a chapter to continue. */
export function treeToContinue({ modeModels }: Pick<Ctx, 'modeModels'>) {
  const trees = modesThat(modeModels, ({ shape }) => shape === 'tree');
  return nextStep({}, sql`where s.mode = any(${trees}::text[]) and s.progress = 'ongoing'`);
}

export const chaptersInReview = (accountId: string) =>
  waitingReviews('chapter', accountId, { chapterId: sql`r.subject_id` });
