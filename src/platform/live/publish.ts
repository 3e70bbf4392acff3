import { sql } from 'kysely';
import type { LiveEvent } from '#core/live.ts';
import type { Db } from '../db/database.ts';

export const LIVE_CHANNEL = 'skein_live';
/** Members named in one notification, which may have 8,000 bytes. */
const TOGETHER = 200;

/** What one process tells all others. */
export interface Publication {
  readonly to: readonly string[];
  readonly event: LiveEvent;
}

/**
 * Tells the open pages of these members, on every server, once the transaction commits. Nobody is told whose page is
 * not open: what they must learn stands in the database.
 */
export async function publish(
  ctx: { readonly db: Db },
  accountIds: readonly string[],
  event: LiveEvent,
): Promise<void> {
  for (let from = 0; from < accountIds.length; from += TOGETHER) {
    const publication: Publication = { to: accountIds.slice(from, from + TOGETHER), event };
    await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(publication)})`.execute(ctx.db);
  }
}
