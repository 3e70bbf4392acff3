import { type RawBuilder, sql } from 'kysely';
import { NO_SESSION } from '#core/actor.ts';
import { formerName } from '#core/former-member.ts';
import type { DeletingMember } from '#features/accounts/server/index.ts';
import { deleteChaptersWithoutSuccessors, deleteUnpublishedOf } from '#features/chapters/server/index.ts';
import { dropUnreadEntries } from '#features/contest/server/index.ts';
import { forgetName, notify, rewriteReason } from '#features/messages/server/index.ts';
import { dropOldReports, dropReviewsOf, dropWordsAbout } from '#features/moderation/server/index.ts';
import { findHeir, removeFromAllStories } from '#features/participation/server/index.ts';
import { type StoryStatus, storyWasPublished } from '#features/stories/model/story-status.ts';
import { expireDeletions, redrawCovers, type StoryFate, settleStoryOfLeaver } from '#features/stories/server/index.ts';
import { dropTranslationsOf, translatedByOthers } from '#features/translation/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import { rewriteReasons } from '#platform/db/status-log.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { placesOf } from './member-data.ts';

/**
 * Erases everything of a member except the account itself. Each step has its own transactions, and does nothing if it
 * is run again. All steps lock accounts before stories, and several stories in the order of their ids.
 */
export async function eraseWorkOf(ctx: Ctx, deletingMember: DeletingMember): Promise<void> {
  const { id, texts } = deletingMember;
  // Acts on behalf of the member.
  const own = { ...ctx, actor: { id, username: '', sessionId: NO_SESSION, roles: [] } };
  // First, while what the texts are about still exists.
  await anonymizeTexts(ctx, id);
  await deleteUnpublishedOf(own, id);
  await settleStories(own, deletingMember);
  await removeFromAllStories(own, id);
  if (texts === 'delete') await dropUnbuiltEverywhere(own, id);
  await dropUnreadEntries(ctx, id);
  await dropTranslationsOf(ctx, id, texts === 'delete');
  // After all steps that notify others.
  await forgetName(ctx, id);
  await dropRows(ctx, id);
}

/** True if no one else has written or translated anything in the story, including drafts and entries. */
export async function isAlone(db: Db, storyId: string, creatorId: string): Promise<boolean> {
  const other = await db
    .selectFrom('chapters')
    .select('id')
    .where('story_id', '=', storyId)
    .where('author_id', '<>', creatorId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return other === undefined && (await translatedByOthers(db, storyId, creatorId)).size === 0;
}

async function settleStories(ctx: Ctx, { id, texts }: DeletingMember): Promise<void> {
  const stories = await ctx.db
    .selectFrom('stories')
    .select('id')
    .where('creator_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const decide = async (inner: Ctx, story: { id: string; facts: { status: StoryStatus } }): Promise<StoryFate> => {
    const isPublished = storyWasPublished(story.facts.status);
    if ((texts === 'delete' || !isPublished) && (await isAlone(inner.db, story.id, id))) return { kind: 'gone' };
    const heir = await findHeir(inner.db, story.id, id);
    return heir === null ? { kind: 'stays' } : { kind: 'handed', to: heir };
  };
  for (const { id: storyId } of stories) {
    await inTransaction(ctx, async (inner) => {
      const fate = await settleStoryOfLeaver(inner, { storyId, creatorId: id }, decide);
      if (fate?.kind === 'handed') await handOver(inner, storyId, fate.to);
    });
  }
  // The next sweep may purge the stories that the member has deleted, without the 30 days.
  await expireDeletions(ctx.db, id);
}

async function handOver(ctx: Ctx, storyId: string, to: string): Promise<void> {
  const { title } = await ctx.db
    .selectFrom('stories')
    .select('title')
    .where('id', '=', storyId)
    .executeTakeFirstOrThrow();
  await notify(ctx, { to, type: 'system_notice', storyId, params: { about: 'story_handed', story: title ?? '' } });
  await enqueue(ctx, redrawCovers, { accountId: to }, { key: `redraw ${to}` });
}

async function dropUnbuiltEverywhere(ctx: Ctx, id: string): Promise<void> {
  const stories = await ctx.db
    .selectFrom('chapters')
    .select('story_id')
    .where('author_id', '=', id)
    .where((eb) => eb.ref('is_public'))
    .distinct()
    .orderBy('story_id')
    .execute();
  for (const { story_id: storyId } of stories)
    await deleteChaptersWithoutSuccessors(ctx, storyId, id, (db) => translatedByOthers(db, storyId, id));
}

/** Removes the member from texts of others: decisions stay, what was said about the member goes. */
async function anonymizeTexts(ctx: Ctx, id: string): Promise<void> {
  const account = await ctx.db
    .selectFrom('accounts')
    .select(['username', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const scrubbed = (text: RawBuilder<unknown>) => withoutNames(text, id, account);
  await inTransaction(ctx, async ({ db }) => {
    // The members who reported them also got the reason.
    const answers = sql`select m.id from messages m join reports r on m.account_id = r.reporter_id
      join report_cases c on c.id = r.case_id and c.account_id = ${id}
      where m.params->>'about' in ('report_upheld', 'report_dismissed') and m.params->>'number' = c.id::text`;
    await rewriteReason({ db }, answers, scrubbed(sql`m.params->>'reason'`));
    await dropWordsAbout(db, id, scrubbed(sql`r.detail`));
    await dropOldReports({ db }, id);
  });
  await inTransaction(ctx, async ({ db }) => {
    const ofWork = Object.entries(LOGGED).map(([kind, rows]) => {
      return { kind, subjects: rows(id), reason: scrubbed(sql`reason`) };
    });
    await rewriteReasons(db, [{ kind: 'account', subjects: sql`${id}::bigint`, reason: sql`null` }, ...ofWork]);
  });
}

/** Rows of the log about a member and their content, by kind. The name may still appear in rows about others. */
const LOGGED: Record<string, (id: string) => RawBuilder<unknown>> = {
  role: (id) => sql`${id}::bigint`,
  story: (id) => sql`select id from stories where creator_id = ${id} and deleted_at is null
    union all select id from stories where creator_id = ${id} and deleted_at is not null`,
  chapter: (id) => sql`select id from chapters where author_id = ${id} and deleted_at is null
    union all select id from chapters where author_id = ${id} and deleted_at is not null`,
  submission: (id) => sql`select id from submissions where author_id = ${id}`,
  translation: (id) => sql`select id from translations where translator_id = ${id}`,
  review: (id) => sql`select id from reviews where author_id = ${id}`,
  restriction: (id) => sql`select id from restrictions where account_id = ${id}`,
  report: (id) => sql`select id from report_cases where account_id = ${id}`,
  appeal: (id) => sql`select id from appeals where account_id = ${id}`,
  suggestion: (id) => sql`select id from category_suggestions where account_id = ${id}`,
  feedback: (id) => sql`select id from feedback where account_id = ${id}`,
};

/**
 * Replaces the member’s email and username anywhere in a text. Not only whole words, because some scripts have no
 * spaces.
 */
function withoutNames(
  text: RawBuilder<unknown>,
  id: string,
  { email, username }: { email: string; username: string },
): RawBuilder<string> {
  const without = (rest: RawBuilder<unknown>, name: string) =>
    // `***=`: the rest is a literal string, not a pattern.
    sql<string>`regexp_replace(${rest}, ${`***=${name}`}, ${formerName(id)}, 'gi')`;
  return without(without(text, email), username);
}

/** Deletes the rows that belong to the member alone, and removes the member from others. */
async function dropRows(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    // Decisions about their texts are in the log. Pending reviews have been withdrawn.
    await dropReviewsOf(db, id);
    for (const { table, column, fate } of placesOf()) {
      const whose = sql`${sql.ref(column)} = ${id}`;
      if (fate.erased === 'row') await sql`delete from ${sql.table(table)} where ${whose}`.execute(db);
      if (fate.erased === 'null')
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = null where ${whose}`.execute(db);
    }
  });
}
