import { sql } from 'kysely';
import type { Ctx } from '../context.ts';

/** Deletes idempotency keys that are no longer needed. */
export async function dropOldKeys({ db }: Pick<Ctx, 'db'>): Promise<void> {
  await sql`delete from idempotency_keys where created_at < db_clock() - interval '1 day'`.execute(db);
}
