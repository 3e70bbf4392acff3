import { sql } from 'kysely';
import { authorize, type Decision, deny } from '#core/decision.ts';
import type { Page } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { fold } from '#core/fold.ts';
import type { Byline } from '#features/accounts/contract.ts';
import { usernameKey } from '#features/accounts/model/identity.ts';
import { userTag } from '#features/accounts/server/index.ts';
import { findStory, publicStory, type StoryMembership, type StoryState } from '#features/stories/server/index.ts';
import { cacheTag } from '#platform/cache/tag-cache.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { idCursor, keysetPageOf } from '#platform/db/keyset.ts';
import { imageUrl } from '#platform/images/images.repo.ts';
import { readOnce } from '#platform/memo.ts';
import type { Participant, PendingRequest } from '../contract.ts';
import { FOUND_MAX } from '../model/participation-limits.ts';
import { canApply, canInvite, canLeave, canManage } from '../model/participation-policy.ts';
import { toJoinable } from './joinable.ts';
import { joinFactsOf } from './participants.repo.ts';

interface PageInput {
  storyId: string;
  cursor?: string | undefined;
  limit: number;
}

function toByline(row: { id: string; username: string; slug: string; avatar_key: string | null }): Byline {
  return { id: row.id, username: row.username, slug: row.slug, avatar: imageUrl(row.avatar_key) };
}

/** Returns the caller’s relation to a story, or null for visitors. Lock the story first if you act on the result. */
const findStanding = readOnce(async (ctx: Ctx, story: StoryState) =>
  ctx.actor ? joinFactsOf(ctx.db, story, ctx.actor.id) : null,
);

/**
 * Whether the caller writes in the story, and if not, whether they can join right away. `joining` is `not_participant`
 * if not.
 */
export async function membershipOf(
  ctx: Ctx,
  story: StoryState,
): Promise<{ isParticipant: boolean; joining: Decision }> {
  const standing = await findStanding(ctx, story);
  return {
    isParticipant: standing?.isParticipant ?? false,
    joining:
      standing && story.joinPolicy === 'open'
        ? canApply(ctx.actor, toJoinable(ctx, story), standing)
        : deny('not_participant'),
  };
}

/** Returns the writers of a story other than this one. */
export async function coWritersOf(db: Db, storyId: string, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('participants')
    .select('account_id')
    .where('story_id', '=', storyId)
    .where('account_id', '<>', accountId)
    .where('left_at', 'is', null)
    .orderBy('number')
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** Lists the writers of a story in the order of joining. Throws story_not_found. */
export async function listParticipants(ctx: Ctx, input: PageInput): Promise<Page<Participant>> {
  const story = await publicStory(ctx, input.storyId);
  let query = ctx.db
    .selectFrom('participants as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .where('p.story_id', '=', story.id)
    .where('p.left_at', 'is', null)
    .select(['a.id', 'a.username', 'a.slug', 'a.avatar_key', 'p.number', 'p.joined_at', 'p.chapters']);
  const after = idCursor(input.cursor);
  if (after) query = query.where('p.number', '>', Number(after));
  const [rows, writer] = [
    await query
      .orderBy('p.number')
      .limit(input.limit + 1)
      .execute(),
    await ctx.turnHolder(ctx, story),
  ];
  const toParticipant = (row: (typeof rows)[number]): Participant => {
    cacheTag(ctx, userTag(row.id));
    return {
      ...toByline(row),
      number: row.number,
      isCreator: row.id === story.facts.creatorId,
      isCurrentWriter: row.id === writer,
      chapterCount: row.chapters,
      joinedAt: row.joined_at.toISOString(),
    };
  };
  return keysetPageOf(rows, input.limit, toParticipant, (row) => String(row.number));
}

/** Returns which of these stories the caller writes in. */
export async function joinedAmong(ctx: Ctx, { storyIds }: { storyIds: string }): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('participants')
    .select('story_id')
    .where('account_id', '=', memberOf(ctx).id)
    .where('story_id', 'in', storyIds.split(','))
    .where('left_at', 'is', null)
    .execute();
  return rows.map((row) => row.story_id);
}

/** Lists the pending requests of the caller’s story, newest first. */
export async function listRequests(ctx: Ctx, input: PageInput): Promise<Page<PendingRequest>> {
  const story = await findStory(ctx.db, input.storyId);
  if (!story) throw new AppError('story_not_found');
  authorize(canManage(ctx.actor, story));
  let query = ctx.db
    .selectFrom('participation_requests as r')
    .innerJoin('accounts as a', 'a.id', 'r.account_id')
    .leftJoin('messages as m', (join) =>
      join
        .onRef('m.request_id', '=', 'r.id')
        .on('m.account_id', '=', memberOf(ctx).id)
        .on('m.type', '=', 'story_apply'),
    )
    .where('r.story_id', '=', story.id)
    .where('r.state', '=', 'pending')
    .where('r.expires_at', '>', sql<Date>`db_clock()`)
    .select(['r.id as request_id', 'r.note', 'r.invited_at', 'r.created_at', 'r.expires_at', 'm.id as message_id'])
    .select(['a.id', 'a.username', 'a.slug', 'a.avatar_key']);
  const before = idCursor(input.cursor);
  if (before) query = query.where('r.id', '<', before);
  const rows = await query
    .orderBy('r.id', 'desc')
    .limit(input.limit + 1)
    .execute();
  return keysetPageOf(
    rows,
    input.limit,
    (row): PendingRequest => ({
      kind: row.invited_at ? 'invitation' : 'application',
      user: toByline(row),
      note: row.note,
      messageId: row.message_id,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    }),
    (row) => row.request_id,
  );
}

/** Escapes characters with a special meaning in LIKE. */
const literal = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/**
 * Finds members by name or profile URL, with or without accents, and with a space or an underscore: exact matches first,
 * then prefixes, then any part (from 3 letters on).
 */
export async function searchUsers(ctx: Ctx, { keyword }: { keyword: string }): Promise<Byline[]> {
  const key = usernameKey(keyword.replace(/^@/, ''));
  const name = fold(key).replace(/\s+/g, '_');
  if (name === '') return [];
  const slug = key.replace(/\s+/g, '-');
  const [begins, inside] = [`${literal(name)}%`, `%${literal(name)}%`];
  const byPart = [...name].length >= 3 ? sql`or fold_name(a.username_key) like ${inside}` : sql``;
  const { rows } = await sql<{ id: string; username: string; slug: string; avatar_key: string | null }>`
    select a.id, a.username, a.slug, a.avatar_key from accounts a
    where (a.username_key like ${`${literal(key)}%`} or fold_name(a.username_key) like ${begins}
      or a.slug like ${`${literal(slug)}%`} ${byPart}) and a.status = 'active'
    order by a.username_key = ${key} desc, fold_name(a.username_key) = ${name} desc, a.slug = ${slug} desc,
      fold_name(a.username_key) like ${begins} desc, a.username_key, a.id
    limit ${FOUND_MAX}`.execute(ctx.db);
  return rows.map(toByline);
}

/** The caller’s relation to a story, for its page. */
export const storyMembership: StoryMembership = {
  async standing(ctx, story) {
    const actor = memberOf(ctx);
    const own = (await findStanding(ctx, story))!;
    const joinable = toJoinable(ctx, story);
    const apply = canApply(actor, joinable, own);
    const { request } = own;
    return {
      can: {
        invite: canInvite(actor, joinable).ok,
        apply: apply.ok && own.open === null,
        leave: canLeave(actor, story, own).ok,
      },
      isParticipant: own.isParticipant,
      request: request && {
        kind: request.kind,
        messageId: request.messageId,
        expiresAt: request.expiresAt.toISOString(),
      },
      refusal: apply.ok || own.isParticipant || request ? null : apply.code,
    };
  },
};
