import { sql } from 'kysely';
import {
  isContinuable,
  plainMode,
  releaseNumbers,
  treeOrder,
  type WritingModeOnServer,
} from '#features/chapters/server/index.ts';
import { membershipOf, storiesWrittenIn } from '#features/participation/server/index.ts';
import { lockStory, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import type { Listener } from '#platform/features/events.ts';
import { publishTopics } from '#platform/live/publish.ts';
import { type BranchFacts, branchRules } from '../model/branch-rules.ts';
import { notifyOfPath } from './path-notices.ts';
import { countHeld, dropReservation, dropReservationsOf, IS_LIVING } from './reservations.repo.ts';

type PlaceFacts = Pick<BranchFacts, 'parent' | 'taken'>;

/**
 * The chapter to continue, if it is public, and the number of its continuations that are taken: by chapters other than
 * `chapterId`, and by reservations of other members.
 */
async function placeAfter(
  db: Db,
  { storyId, parentId }: { storyId: string; parentId: string },
  but: { accountId: string | null; chapterId: string | null },
): Promise<PlaceFacts> {
  const { rows } = await sql<{ readable: boolean | null; number: number | null; taken: number }>`
    select ${isContinuable('p')} as readable, p.number, (
      ${countHeld(parentId, but.chapterId)}
      + (select count(*) from branch_reservations r where r.parent_id = asked.id and ${IS_LIVING} and r.account_id is distinct from ${but.accountId})
    )::int as taken
    from (select ${parentId}::bigint as id) as asked
    left join chapters p on p.id = asked.id and p.story_id = ${storyId} and p.is_public`.execute(db);
  const { readable, number, taken } = rows[0]!;
  return { parent: readable === null ? null : { status: readable ? 'approved' : 'hidden', depth: number! }, taken };
}

/** Number of first chapters other than `chapterId`. */
async function countFirst(db: Db, storyId: string, chapterId: string | null): Promise<number> {
  const { rows } = await sql<{ taken: number }>`select count(*)::int as taken from chapters
    where story_id = ${storyId} and number = 1 and deleted_at is null and id is distinct from ${chapterId}`.execute(db);
  return rows[0]!.taken;
}

/**
 * Updates cached and open pages of the story. They show how many continuations are taken, including by chapters in review
 * and reservations.
 */
export async function showTaken(ctx: Ctx, { storyId }: { storyId: string }): Promise<void> {
  await invalidateCacheTags(ctx, storyTag(storyId));
  await publishTopics(ctx, `story:${storyId}`);
}

/** Rules of a branch (product §5): any participant can write after any chapter. */
export const branchMode = {
  ...plainMode,
  ...branchRules,
  order: treeOrder,
  async loadFacts(ctx, story, parentId, chapterId): Promise<BranchFacts> {
    const { db } = ctx;
    const accountId = ctx.actor?.id ?? null;
    const membership = await membershipOf(ctx, story);
    return {
      story: story.facts,
      isEnded: story.progress === 'ended',
      isParticipant: membership.isParticipant,
      mayJoin: membership.joining.ok,
      ...(parentId === null
        ? { parent: null, taken: await countFirst(db, story.id, chapterId) }
        : await placeAfter(db, { storyId: story.id, parentId }, { accountId, chapterId })),
    };
  },
  async onSubmit(ctx, chapter) {
    if (chapter.parentId !== null) await dropReservation(ctx.db, chapter.parentId, chapter.facts.authorId);
    await showTaken(ctx, chapter);
  },
  onReturned: showTaken,
  onPublished: notifyOfPath,
} satisfies WritingModeOnServer<BranchFacts>;

/** Releases the reservations of a writer who leaves, and withdraws their chapters from review. */
export const leaveBranches: Listener<'participant.left'> = async (ctx, { storyId, mode, accountId }) => {
  if (mode === 'branch') await freeBranches(ctx, storyId, accountId);
};

async function freeBranches(ctx: Ctx, storyId: string, accountId: string): Promise<void> {
  await dropReservationsOf(ctx.db, storyId, accountId);
  // Otherwise a chapter in review would be published in a story that they no longer write in.
  await releaseNumbers(ctx, storyId, accountId);
}

/**
 * Call when a member can no longer write. Releases their reservations and withdraws their chapters from review, in all
 * branches.
 */
export async function freeBranchesOf(ctx: Ctx, accountId: string): Promise<void> {
  for (const storyId of await storiesWrittenIn(ctx.db, accountId, 'branch')) {
    await inTransaction(ctx, async (inner) => {
      if (!(await lockStory(inner.db, storyId))) return;
      await freeBranches(inner, storyId, accountId);
      await showTaken(inner, { storyId });
    });
  }
}
