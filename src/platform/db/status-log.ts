import { type Expression, sql, type Updateable } from 'kysely';
import { changed, type Db } from './database.ts';
import type { Row } from './rows.ts';
import type { DB } from './schema.ts';

/** The columns of a table that a CHECK limits to a list of texts, or the nullable ones among them. */
type StatusColumn<Table extends keyof DB> = {
  [Column in keyof Row<Table> & string]: NonNullable<Row<Table>[Column]> extends string
    ? string extends Row<Table>[Column] & string
      ? never
      : Column
    : never;
}[keyof Row<Table> & string];

/** A row whose status moves, and what the log calls it. */
export interface StatusHolder<Table extends keyof DB, Column extends StatusColumn<Table>> {
  kind: string;
  id: string;
  table: Table;
  column: Column;
}

/** One step of a status; null where there is none, as before an edit is begun. */
export interface StatusStep<Status = string | null> {
  action: string;
  from: Status;
  to: Status;
  actorId: string | null;
  reason?: string | null | undefined;
}

/** Columns of the same row, each with a value or SQL. */
export type ColumnChanges<Table extends keyof DB> = {
  [Column in keyof Updateable<DB[Table]>]?:
    | Updateable<DB[Table]>[Column]
    | Expression<Row<Table>[Column & keyof Row<Table>]>;
};

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
 * them together. The statuses are those that the CHECK of the column allows. `also` is set in the same update: columns
 * with values or SQL. Throws `conflict` if another request has moved the status first.
 */
export async function moveStatus<Table extends keyof DB, Column extends StatusColumn<Table>>(
  db: Db,
  { kind, id, table, column }: StatusHolder<Table, Column>,
  step: StatusStep<NoInfer<Row<Table>[Column]> & (string | null)>,
  also: ColumnChanges<NoInfer<Table>> = {},
): Promise<void> {
  const values = Object.entries({ [column]: step.to, ...also });
  const set = sql.join(values.map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
  const { rows } = await sql`
    with moved as (
      update ${sql.table(table)} set ${set}
      where id = ${id} and ${sql.ref(column)} is not distinct from ${step.from} returning id)
    insert into status_log (subject_kind, subject_id, action, from_status, to_status, actor_id, reason)
    select ${kind}, id, ${step.action}, ${step.from ?? 'none'}, ${step.to ?? 'none'}, ${step.actorId}, ${step.reason ?? null}
    from moved returning id`.execute(db);
  changed(rows[0]);
}
