import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Attempts to find a moment in which no transaction is adding to the log. */
const TRIES = 5;
const PAUSE_MS = 20;
/** If there is no such moment, writers wait up to this long for those that are writing. */
const WAIT = '100 milliseconds';
/** Seals of one call, each of up to 10,000 rows. More only after an update from a version without seals. */
const SEALS_MAX = 10;

/**
 * Seals the rows that were added to the log of statuses (decision 074). Functions of the database’s owner do it, so that
 * the site can’t seal anything else. Called every minute.
 */
export async function sealLog({ db }: { readonly db: Db }): Promise<void> {
  const settled = await findSettledId(db);
  if (settled === null) return;
  for (let seals = 0; seals < SEALS_MAX; seals += 1) {
    const { rows } = await sql<{ goes_on: boolean }>`select seal_log(${settled}::bigint) as goes_on`.execute(db);
    if (!rows[0]!.goes_on) return;
  }
}

/** Returns the id below which no row can appear any more, or null if one is always being written. */
async function findSettledId(db: Db): Promise<string | null> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const wait = attempt === TRIES ? WAIT : null;
    const { rows } = await sql<{ id: string | null }>`select settled_log_id(${wait}::interval) as id`.execute(db);
    if (rows[0]!.id !== null) return rows[0]!.id;
    if (attempt < TRIES) await delay(PAUSE_MS);
  }
  return null;
}
