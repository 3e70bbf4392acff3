import { type RawBuilder, sql } from 'kysely';
import { NO_SESSION } from '#core/actor.ts';
import { formerName } from '#core/former-member.ts';
import type { DeletingMember } from '#features/accounts/server/index.ts';
import {
  type ChapterCtx,
  deleteChaptersWithoutSuccessors,
  deleteUnpublishedOf,
} from '#features/chapters/server/index.ts';
import { forgetName, notify } from '#features/messages/server/index.ts';
import { findHeir, type ParticipationCtx, removeFromAllStories } from '#features/participation/server/index.ts';
import { type StoryStatus, storyWasPublished } from '#features/stories/model/story-status.ts';
import { redrawCovers, type StoryCtx, type StoryFate, settleStoryOfLeaver } from '#features/stories/server/index.ts';
import { dropTranslationsOf, translatedByOthers } from '#features/translation/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { placesOf } from './member-data.ts';

/**
 * What leaving does to everything but the account itself. Each step has its own transactions and finds nothing left to do
 * when it is done again; all lock accounts before stories, and several stories in the order of their numbers.
 */
export async function eraseWorkOf(ctx: ChapterCtx & ParticipationCtx, deletingMember: DeletingMember): Promise<void> {
  const { id, texts } = deletingMember;
  // The acts are theirs, done for them.
  const own = { ...ctx, actor: { id, username: '', sessionId: NO_SESSION, roles: [] } };
  // While what the words were about is still there to be found.
  await anonymizeTexts(ctx, id);
  await deleteUnpublishedOf(own, id);
  await settleStories(own, deletingMember);
  await removeFromAllStories(own, id);
  if (texts === 'delete') await dropUnbuiltEverywhere(own, id);
  await dropUnreadEntries(ctx, id);
  await dropTranslationsOf(ctx, id, texts === 'delete');
  // After all that tells others of it.
  await forgetName(ctx, id);
  await dropRows(ctx, id);
}

/** Nobody else has written or translated anything in the story, drafts and entries included. */
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

async function settleStories(ctx: StoryCtx, { id, texts }: DeletingMember): Promise<void> {
  const stories = await ctx.db
    .selectFrom('stories')
    .select('id')
    .where('creator_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const decide = async (inner: StoryCtx, story: { id: string; facts: { status: StoryStatus } }): Promise<StoryFate> => {
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
  // What they had deleted is not waited for any longer.
  await sql`update stories set deleted_at = deleted_at - interval '30 days'
    where creator_id = ${id} and deleted_at > db_clock() - interval '30 days'`.execute(ctx.db);
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

async function dropUnbuiltEverywhere(ctx: ChapterCtx, id: string): Promise<void> {
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

/**
 * Entries that no round shows go with their texts. One that has left a ballot keeps its place on it until the round is
 * decided, or the others would change their letters; the hourly sweep takes it then.
 */
export async function dropUnreadEntries(ctx: Pick<Ctx, 'db'>, id: string | null = null): Promise<void> {
  await sql`delete from chapters c using submissions e, rounds r, accounts a
    where e.chapter_id = c.id and r.id = e.round_id and a.id = e.author_id and a.status = 'erased'
      and (${id}::bigint is null or a.id = ${id}::bigint) and e.status in ('draft', 'rejected') and e.votes is null
      and (e.ballot_at is null or r.status = 'completed') and r.winner_id is distinct from e.id`.execute(ctx.db);
}

/** Reports of members who are gone stay 90 days where a case is open, for it alone. */
export async function dropOldReports(ctx: Pick<Ctx, 'db'>, id: string | null = null): Promise<void> {
  await sql`delete from reports r using report_cases c, accounts a
    where c.id = r.case_id and a.id = r.reporter_id and a.status = 'erased'
      and (${id}::bigint is null or a.id = ${id}::bigint)
      and (c.state <> 'open' or r.created_at < db_clock() - interval '90 days')`.execute(ctx.db);
}

/** The words of others about them: what is decided stays, what was said about it goes. */
async function anonymizeTexts(ctx: Ctx, id: string): Promise<void> {
  const account = await ctx.db
    .selectFrom('accounts')
    .select(['username', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const scrubbed = (text: RawBuilder<unknown>) => withoutNames(text, id, account);
  await inTransaction(ctx, async ({ db }) => {
    await sql`update restrictions set reason = '', excerpt = '' where account_id = ${id}`.execute(db);
    // Those who reported them were told the answer.
    await sql`update messages m set params = jsonb_set(m.params, '{reason}', to_jsonb(${scrubbed(sql`m.params->>'reason'`)}))
      from report_cases c, reports r where c.account_id = ${id} and r.case_id = c.id and m.account_id = r.reporter_id
        and m.params->>'about' in ('report_upheld', 'report_dismissed') and m.params->>'number' = c.id::text
        and m.params ? 'reason'`.execute(db);
    await sql`update report_cases set answer = null where account_id = ${id}`.execute(db);
    await dropOldReports({ db }, id);
  });
  await inTransaction(ctx, async ({ db }) => {
    await sql`set local skein.erasing = on`.execute(db);
    await sql`update status_log set reason = null
      where subject_kind = 'account' and subject_id = ${id} and reason is not null`.execute(db);
    for (const [kind, rows] of Object.entries(LOGGED))
      await sql`update status_log set reason = ${scrubbed(sql`reason`)} where subject_kind = ${kind}
        and subject_id in (${rows(id)}) and reason <> ${scrubbed(sql`reason`)}`.execute(db);
  });
}

/** What the log tells of a member and their work, by the kinds of its rows; a name in the rows of others stays a word. */
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

/** A text without their address and name, wherever they stand: scripts without spaces have no ends of words. */
function withoutNames(
  text: RawBuilder<unknown>,
  id: string,
  { email, username }: { email: string; username: string },
): RawBuilder<string> {
  const without = (rest: RawBuilder<unknown>, name: string) =>
    // `***=`: what follows is no pattern.
    sql<string>`regexp_replace(${rest}, ${`***=${name}`}, ${formerName(id)}, 'gi')`;
  return without(without(text, email), username);
}

/** The rows that are nothing but theirs. */
async function dropRows(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    // What was decided about their texts stands in the log; what waits has been taken back.
    await sql`delete from reviews where author_id = ${id} and state not in ('automatic', 'manual')`.execute(db);
    for (const { table, column, fate } of placesOf()) {
      const whose = sql`${sql.ref(column)} = ${id}`;
      if (fate.erased === 'row') await sql`delete from ${sql.table(table)} where ${whose}`.execute(db);
      if (fate.erased === 'null')
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = null where ${whose}`.execute(db);
    }
  });
}
