import { sql } from 'kysely';
import { next } from '#core/machine.ts';
import type { Db } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import { moveStatus } from '#platform/db/status-log.ts';
import { REQUEST_KEPT } from '../model/participation-limits.ts';
import { type RequestAction, type RequestKind, requestMachine } from '../model/request-status.ts';

export type RequestRow = Pick<
  Row<'participation_requests'>,
  'id' | 'story_id' | 'account_id' | 'invited_at' | 'expires_at'
>;

/** Inserts a pending invitation or application. The database allows one per member and story. */
export function insertRequestRow(
  db: Db,
  { storyId, accountId, kind, note }: { storyId: string; accountId: string; kind: RequestKind; note: string },
): Promise<RequestRow> {
  return db
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
}

/** Ends a pending request. Acceptance also records the second approval. Throws `conflict` if it has ended already. */
export async function moveRequest(
  db: Db,
  request: { id: string; kind: RequestKind },
  action: RequestAction,
  actorId: string | null,
): Promise<void> {
  const { id } = request;
  const holder = {
    kind: 'participation_request',
    id,
    table: 'participation_requests',
    column: 'state',
    story: 'story_id',
  } as const;
  const to = next(requestMachine, 'pending', action);
  const approval = request.kind === 'invitation' ? 'applied_at' : 'invited_at';
  await moveStatus(
    db,
    holder,
    { action, from: 'pending', to, actorId },
    { ended_at: sql`db_clock()`, ...(action === 'accept' ? { [approval]: sql`db_clock()` } : {}) },
  );
}
