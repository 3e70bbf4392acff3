import { sql } from 'kysely';
import { changed, type Db } from './database.ts';
import type { DB } from './schema.ts';

/** A row whose status moves, and what the log calls it. */
export interface StatusHolder {
  kind: string;
  id: string;
  table: keyof DB;
  column: string;
}

/** One step of a status; null where there is none, as before an edit is begun. */
export interface StatusStep {
  action: string;
  from: string | null;
  to: string | null;
  actorId: string | null;
  reason?: string | null | undefined;
}

/** One row of the append-only log: who moved what from where to where, and why. */
export async function logStatus(db: Db, { kind, id }: { kind: string; id: string }, step: StatusStep): Promise<void> {
  await db
    .insertInto('status_log')
    .values({
      subject_kind: kind,
      subject_id: id,
      action: step.action,
      from_status: step.from ?? 'none',
      to_status: step.to ?? 'none',
      actor_id: step.actorId,
      reason: step.reason ?? null,
    })
    .execute();
}

/**
 * Moves a status with its row of the log, so that neither is ever there without the other; the open transaction keeps
 * them together. `also` is set in the same update: columns with values or SQL. Throws `conflict` when somebody was faster.
 */
export async function moveStatus(
  db: Db,
  { kind, id, table, column }: StatusHolder,
  step: StatusStep,
  also: Record<string, unknown> = {},
): Promise<void> {
  const values = Object.entries({ [column]: step.to, ...also });
  const set = sql.join(values.map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
  const { rows } = await sql`update ${sql.table(table)} set ${set}
    where id = ${id} and ${sql.ref(column)} is not distinct from ${step.from} returning id`.execute(db);
  changed(rows[0]);
  await logStatus(db, { kind, id }, step);
}
