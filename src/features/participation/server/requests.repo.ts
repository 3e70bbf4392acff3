import { sql } from 'kysely';
import { next } from '#core/machine.ts';
import { settleRequest } from '#features/messages/server/index.ts';
import { lockStory } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import { moveStatus } from '#platform/db/status-log.ts';
import { REQUEST_KEPT } from '../model/participation-limits.ts';
import { type RequestAction, type RequestKind, requestMachine } from '../model/request-status.ts';

/** An invitation or application that waits for its answer. */
export interface OpenRequest {
  id: string;
  storyId: string;
  accountId: string;
  kind: RequestKind;
  expiresAt: Date;
}

interface RequestRow {
  id: string;
  story_id: string;
  account_id: string;
  invited_at: Date | null;
  expires_at: Date;
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

/** What waits between a member and the creator of a story; what ran out by the database's clock waits no more. */
export async function findOpenRequest(db: Db, storyId: string, accountId: string): Promise<OpenRequest | null> {
  const row = await open(db)
    .where('story_id', '=', storyId)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`db_clock()`)
    .executeTakeFirst();
  return toRequest(row);
}

/** The same by its id. The story is locked before it, so nobody else can end it meanwhile. */
export async function findOpenRequestById(db: Db, requestId: string): Promise<OpenRequest | null> {
  const row = await open(db)
    .where('id', '=', requestId)
    .where('expires_at', '>', sql<Date>`db_clock()`)
    .executeTakeFirst();
  return toRequest(row);
}

/** Writes a request that waits; one that ran out, and that no tick has ended yet, makes room for it. */
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
  const row = await ctx.db
    .insertInto('participation_requests')
    .values({
      story_id: storyId,
      account_id: accountId,
      note,
      [kind === 'invitation' ? 'invited_at' : 'applied_at']: sql<Date>`db_clock()`,
      expires_at: sql<Date>`db_clock() + make_interval(secs => ${REQUEST_KEPT / 1000})`,
    })
    .returning(['id', 'story_id', 'account_id', 'invited_at', 'expires_at'])
    .executeTakeFirstOrThrow();
  return toRequest(row)!;
}

/** Ends a request and closes the messages that ask about it, in the open transaction with its story locked. */
export async function endRequest(ctx: Ctx, request: OpenRequest, action: RequestAction): Promise<void> {
  const to = next(requestMachine, 'pending', action);
  const holder = {
    kind: 'participation_request',
    id: request.id,
    table: 'participation_requests',
    column: 'state',
  } as const;
  const approval = request.kind === 'invitation' ? 'applied_at' : 'invited_at';
  await moveStatus(
    ctx.db,
    holder,
    { action, from: 'pending', to, actorId: ctx.actor?.id ?? null },
    { ended_at: sql`db_clock()`, ...(action === 'accept' ? { [approval]: sql`db_clock()` } : {}) },
  );
  if (to !== 'pending') await settleRequest(ctx, request.id, to);
}

/** Ends what nobody answered in time; for the tick. Each in a transaction of its own. */
export async function expireRequests(ctx: Ctx): Promise<void> {
  const due = await open(ctx.db)
    .where('expires_at', '<=', sql<Date>`db_clock()`)
    .orderBy('expires_at')
    .limit(500)
    .execute();
  for (const row of due)
    await endEach(ctx, [row], 'expire').catch((err) =>
      ctx.log.error({ err, request: row.id }, 'A request could not end'),
    );
}

/** Takes back everything that waits in a story, in the open transaction with the story locked. */
export async function withdrawOfStory(ctx: Ctx, storyId: string): Promise<void> {
  for (const row of await open(ctx.db).where('story_id', '=', storyId).orderBy('id').execute())
    await endRequest(ctx, toRequest(row)!, 'withdraw');
}

/** Takes back what waits for or from a member who can act no more, and what waits in their stories. */
export async function withdrawOfMember(ctx: Ctx, accountId: string): Promise<void> {
  const due = await open(ctx.db)
    .where((eb) =>
      eb.or([
        eb('account_id', '=', accountId),
        eb('story_id', 'in', eb.selectFrom('stories').select('id').where('creator_id', '=', accountId)),
      ]),
    )
    // In the order in which every other locks several stories.
    .orderBy('story_id')
    .orderBy('id')
    .execute();
  await endEach(ctx, due, 'withdraw');
}

async function endEach(ctx: Ctx, rows: RequestRow[], action: 'withdraw' | 'expire'): Promise<void> {
  for (const row of rows) {
    await inTransaction(ctx, async (inner) => {
      await lockStory(inner.db, row.story_id);
      const still = toRequest(await open(inner.db).where('id', '=', row.id).executeTakeFirst());
      if (still) await endRequest(inner, still, action);
    });
  }
}

/** Invitations that wait for this member's answer, in all stories. */
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
