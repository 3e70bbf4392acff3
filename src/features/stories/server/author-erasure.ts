import { AppError } from '#core/errors.ts';
import { type DeletingMember, onBehalfOf } from '#features/accounts/server/index.ts';
import { notify } from '#features/messages/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { emit } from '#platform/features/events.ts';
import { storyWasPublished } from '../model/story-status.ts';
import { resetCopy } from './drafts.repo.ts';
import { enqueueRedraw } from './redraw-covers.job.ts';
import {
  changeStory,
  deletedLongAgo,
  expireDeletions,
  findStory,
  lockStory,
  moveStoryEdit,
  type StoryRecord,
} from './stories.repo.ts';
import { closeStory, endStoryReview } from './stories.service.ts';
import { publishedColumnNames } from './story-columns.ts';
import { HOME_TAG, storyTag } from './story-tags.ts';

/** What happens to a story when its creator’s account is erased. */
type StoryFate = { kind: 'gone' } | { kind: 'handed'; to: string } | { kind: 'stays' };

/** True if no one else has written or translated anything in the story, including drafts and entries. */
export async function isAlone(
  ctx: Pick<Ctx, 'db' | 'worksOfOthers'>,
  storyId: string,
  creatorId: string,
): Promise<boolean> {
  for (const isThere of Object.values(ctx.worksOfOthers)) if (await isThere(ctx.db, storyId, creatorId)) return false;
  return true;
}

/**
 * Deletes, hands over or keeps the stories of a member whose account is being erased. A story that is not deleted loses
 * its open edit. A story that stays without a creator is ended.
 */
export async function settleStoriesOf(ctx: Ctx, member: DeletingMember): Promise<void> {
  const stories = await ctx.db
    .selectFrom('stories')
    .select('id')
    .where('creator_id', '=', member.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const own = onBehalfOf(ctx, member.id);
  for (const { id } of stories) await inTransaction(own, (inner) => settleStory(inner, id, member));
  // The next purge may delete the stories that the member has deleted, without the 30 days.
  await expireDeletions(ctx.db, member.id);
}

async function settleStory(ctx: Ctx, storyId: string, member: DeletingMember): Promise<void> {
  const story = await lockStory(ctx.db, storyId);
  if (story?.facts.creatorId !== member.id || story.facts.deleted) return;
  const fate = await decideFate(ctx, story, member);
  if (fate.kind === 'gone') {
    await closeStory(ctx, story);
    await changeStory(ctx.db, storyId, { deleted_at: deletedLongAgo });
    return;
  }
  await dropEdit(ctx, story);
  if (fate.kind === 'handed') await handOver(ctx, story, fate.to);
  else if (story.progress !== 'ended') {
    await emit(ctx, 'story.changing', { storyId });
    await changeStory(ctx.db, storyId, { progress: 'ended' });
    await emit(ctx, 'story.rules_changed', { storyId });
  }
  await invalidateCacheTags(ctx, storyTag(storyId), HOME_TAG);
}

/** Call with the story locked. */
async function decideFate(ctx: Ctx, story: StoryRecord, { id, texts }: DeletingMember): Promise<StoryFate> {
  const isPublished = storyWasPublished(story.facts.status);
  if ((texts === 'delete' || !isPublished) && (await isAlone(ctx, story.id, id))) return { kind: 'gone' };
  const heir = await ctx.heirOf(ctx.db, story.id, id);
  return heir === null ? { kind: 'stays' } : { kind: 'handed', to: heir };
}

async function handOver(ctx: Ctx, { id: storyId, published: { title } }: StoryRecord, to: string): Promise<void> {
  await changeStory(ctx.db, storyId, { creator_id: to });
  await notify(ctx, 'story_handed', { to, storyId, params: { story: title ?? '' } });
  await enqueueRedraw(ctx, to);
}

async function dropEdit(ctx: Ctx, story: StoryRecord): Promise<void> {
  if (story.facts.editStatus === null) return;
  await endStoryReview(ctx, story);
  const now = await findStory(ctx.db, story.id);
  if (!now) throw new AppError('conflict');
  await moveStoryEdit(ctx.db, now, 'end', null);
  await resetCopy(ctx.db, story.id, publishedColumnNames(ctx.storyFields));
}
