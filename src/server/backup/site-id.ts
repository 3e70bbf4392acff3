import { createHash } from 'node:crypto';
import type { ConnectionSettings } from '#platform/db/database.ts';
import { withClient } from '#platform/db/with-client.ts';

/** File in an unfinished backup that says which site is making it. */
export const SITE_FILE = 'site';

/**
 * Finds what tells this site from others with the same address, such as one for trials: a digest of its first account,
 * whose row is never deleted. A restored site keeps it. Null before there is one.
 */
export const SITE_ID = `select id::text as id, joined_at from accounts where status <> 'unverified' order by id limit 1`;

/** Returns the id that belongs to the result of `SITE_ID`. */
export function siteIdOf(row: { id: string; joined_at: Date } | undefined): string | null {
  if (!row) return null;
  return createHash('sha256').update(`${row.id} ${row.joined_at.toISOString()}`).digest('hex').slice(0, 16);
}

export function findSiteId(settings: ConnectionSettings): Promise<string | null> {
  return withClient(settings, 'skein site', async (client) => {
    const { rows } = await client.query<{ id: string; joined_at: Date }>(SITE_ID);
    return siteIdOf(rows[0]);
  });
}
