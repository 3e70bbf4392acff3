import { sql } from 'kysely';
import { next } from '#core/machine.ts';
import { notify, settleRequest } from '#features/messages/server/index.ts';
import { lockStory, type NamedStory } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import { type RequestAction, type RequestKind, requestMachine } from '../model/request-status.ts';
import { nameOf } from './participants.repo.ts';
import { insertRequestRow, moveRequest, type RequestRow } from './requests.repo.ts';

/** A pending invitation or application. */
export interface OpenRequest {
  id: string;
  storyId: string;
  accountId: string;
  kind: RequestKind;
  expiresAt: Date;
}

function toRequest(row: RequestRow | undefined): OpenRequest | null {
  return row
    ? {
        id: row.id,
        storyId: row.story_id,
        accountId: row.account_id,
        kind: row.invited_at ? 'invitation' : 'application',
        expiresAt: row.expires_at,
      }
    : null;
}

const open = (db: Db) =>
  db
    .selectFrom('participation_requests')
    .select(['id', 'story_id', 'account_id', 'invited_at', 'expires_at'])
    .where('state', '=', 'pending');

/**
 * Returns the pending request between a member and a story’s creator. Expired requests, by the database’s clock, don’t
 * count.
 */
export async function findOpenRequest(db: Db, storyId: string, accountId: string): Promise<OpenRequest | null> {
  const row = await open(db)
    .where('story_id', '=', storyId)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`db_clock()`)
    .executeTakeFirst();
  return toRequest(row);
}

/** Like `findOpenRequest`, by id. Lock the story first, so that no one else can end the request. */
export async function findOpenRequestById(db: Db, requestId: string): Promise<OpenRequest | null> {
  const row = await open(db)
    .where('id', '=', requestId)
    .where('expires_at', '>', sql<Date>`db_clock()`)
    .executeTakeFirst();
  return toRequest(row);
}

/** Inserts a pending request. Ends an expired one first, if the tick hasn’t done so yet. */
export async function insertRequest(
  ctx: Ctx,
  { storyId, accountId, kind, note }: { storyId: string; accountId: string; kind: RequestKind; note: string },
): Promise<OpenRequest> {
  const late = await open(ctx.db)
    .where('story_id', '=', storyId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const overdue = toRequest(late);
  if (overdue) await endRequest(ctx, overdue, 'expire');
  return toRequest(await insertRequestRow(ctx.db, { storyId, accountId, kind, note }))!;
}

/** Ends a request and closes the messages about it. Requires an open transaction and the story lock. */
export async function endRequest(ctx: Ctx, request: OpenRequest, action: RequestAction): Promise<void> {
  const to = next(requestMachine, 'pending', action);
  await moveRequest(ctx.db, request, action, ctx.actor?.id ?? null);
  if (to !== 'pending') await settleRequest(ctx, request.id, to);
}

/** Ends expired requests, each in its own transaction. Called by the tick. */
export async function expireRequests(ctx: Ctx): Promise<void> {
  const due = await open(ctx.db)
    .where('expires_at', '<=', sql<Date>`db_clock()`)
    .orderBy('expires_at')
    .limit(500)
    .execute();
  for (const row of due)
    await endEach(ctx, [row], 'expire').catch((err) =>
      ctx.log.error({ err, request: row.id }, 'Failed to end a request'),
    );
}

/** Withdraws all pending requests of a story. Requires an open transaction and the story lock. */
export async function withdrawOfStory(ctx: Ctx, storyId: string): Promise<void> {
  for (const row of await open(ctx.db).where('story_id', '=', storyId).orderBy('id').execute())
    await endRequest(ctx, toRequest(row)!, 'withdraw');
}

/** Withdraws the pending requests of a member who can’t act any more, and those of their stories. */
export async function withdrawOfMember(ctx: Ctx, accountId: string): Promise<void> {
  const due = await open(ctx.db)
    .where((eb) =>
      eb.or([
        eb('account_id', '=', accountId),
        eb('story_id', 'in', eb.selectFrom('stories').select('id').where('creator_id', '=', accountId)),
      ]),
    )
    // In the global order for locking several stories.
    .orderBy('story_id')
    .orderBy('id')
    .execute();
  await endEach(ctx, due, 'withdraw');
}

async function endEach(ctx: Ctx, rows: RequestRow[], action: 'withdraw' | 'expire'): Promise<void> {
  for (const row of rows) {
    await inTransaction(ctx, async (inner) => {
      const story = await lockStory(inner.db, row.story_id);
      const still = toRequest(await open(inner.db).where('id', '=', row.id).executeTakeFirst());
      if (!still) return;
      await endRequest(inner, still, action);
      if (action === 'expire' && story) await notifyExpired(inner, story, still);
    });
  }
}

/** Notifies the side that asked that no one answered in time. */
async function notifyExpired(ctx: Ctx, { id: storyId, facts, published }: NamedStory, request: OpenRequest) {
  const about = { storyId, eventKey: request.id };
  const story = published.title;
  if (request.kind === 'application')
    return notify(ctx, 'application_expired', { to: request.accountId, params: { story }, ...about });
  const params = { story, ...(await nameOf(ctx.db, request.accountId)) };
  return notify(ctx, 'invitation_expired', { to: facts.creatorId, params, ...about });
}

/** Counts the pending invitations of this member, in all stories. */
export async function countInvitations(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('participation_requests')
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
    .where('invited_at', 'is not', null)
    .where('expires_at', '>', sql<Date>`db_clock()`)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
