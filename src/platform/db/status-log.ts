import { type Expression, type RawBuilder, sql, type Updateable } from 'kysely';
import { changed, type Db } from './database.ts';
import type { Row } from './rows.ts';
import type { DB } from './schema.ts';

/** Columns of a table that a CHECK limits to a list of texts. They may be nullable. */
type StatusColumn<Table extends keyof DB> = {
  [Column in keyof Row<Table> & string]: NonNullable<Row<Table>[Column]> extends string
    ? string extends Row<Table>[Column] & string
      ? never
      : Column
    : never;
}[keyof Row<Table> & string];

/** The column that names the story of a row. Rows of other tables are stories themselves (`id`) or belong to none. */
type StoryColumn<Table extends keyof DB> = 'story_id' extends keyof Row<Table> ? 'story_id' : 'id' | null;

/** A row with a status, and its kind in the log. */
export interface StatusHolder<Table extends keyof DB, Column extends StatusColumn<Table>> {
  kind: string;
  id: string;
  table: Table;
  column: Column;
  story: StoryColumn<NoInfer<Table>>;
}

/** What a row of the log is about. `storyId`: the story that it belongs to, or null. */
interface LogSubject {
  kind: string;
  id: string;
  storyId: string | null;
}

/** A transition of a status. Null means none, such as before an edit is started. */
export interface StatusStep<Status = string | null> {
  action: string;
  from: Status;
  to: Status;
  actorId: string | null;
  reason?: string | null | undefined;
}

/** Columns of the same row to set, each to a value or to SQL. */
export type ColumnChanges<Table extends keyof DB> = {
  [Column in keyof Updateable<DB[Table]>]?:
    | Updateable<DB[Table]>[Column]
    | Expression<Row<Table>[Column & keyof Row<Table>]>;
};

/**
 * Adds a row to the append-only log: who changed which status, from what to what, and why. Rows that earlier versions
 * logged keep the names of that time: `leave`, `stay` and `leaving` of accounts, `pass_on` of reviews.
 */
export async function logStatus(db: Db, { kind, id, storyId }: LogSubject, step: StatusStep): Promise<void> {
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
      story_id: storyId,
    })
    .execute();
}

/**
 * Changes a status and logs it in one statement, so that neither exists without the other. The statuses are those that
 * the CHECK of the column allows. `also`: other columns to set in the same update, to values or SQL. Returns the columns
 * `returned` of the changed row. Throws `conflict` if another request has changed the status first.
 */
export async function moveStatus<
  Table extends keyof DB,
  Column extends StatusColumn<Table>,
  Returned extends keyof Row<Table> & string = never,
>(
  db: Db,
  { kind, id, table, column, story }: StatusHolder<Table, Column>,
  step: StatusStep<NoInfer<Row<Table>[Column]> & (string | null)>,
  also?: Omit<ColumnChanges<NoInfer<Table>>, NoInfer<Column>>,
  returned: readonly Returned[] = [],
): Promise<Pick<Row<Table>, Returned>> {
  const values = Object.entries({ [column]: step.to, ...also });
  const set = sql.join(values.map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
  const { rows } = await sql<Pick<Row<Table>, Returned>>`
    with moved as (
      update ${sql.table(table)} set ${set}
      where id = ${id} and ${sql.ref(column)} is not distinct from ${step.from}
      returning ${sql.join([sql.ref('id'), sql`${story === null ? sql`null::bigint` : sql.ref(story)} as of_story`, ...returned.map((name) => sql.ref(name))])}),
    logged as (
      insert into status_log (subject_kind, subject_id, action, from_status, to_status, actor_id, reason, story_id)
      select ${kind}, id, ${step.action}, ${step.from ?? 'none'}, ${step.to ?? 'none'}, ${step.actorId}, ${step.reason ?? null}, of_story
      from moved)
    select ${sql.join(['id', ...returned].map((name) => sql.ref(name)))} from moved`.execute(db);
  return changed(rows[0]);
}

/**
 * Removes the reasons of decisions about what is deleted for good with its story, by its kinds. See `forgetReasons`.
 */
export async function forgetReasonsOfStories(
  db: Db,
  kinds: readonly string[],
  stories: readonly { id: string }[],
): Promise<void> {
  if (stories.length === 0) return;
  await sql`select forget_reasons_of_stories(${[...kinds]}::text[], ${stories.map(({ id }) => id)}::bigint[])`.execute(
    db,
  );
}

/**
 * Removes the reasons of decisions about rows that are deleted for good. Later, nothing would tell whose they were, and
 * the erasure of a member could not find their name in them.
 */
export async function forgetReasons(db: Db, kind: string, rows: readonly { id: string }[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`select forget_reasons(${kind}, ${rows.map(({ id }) => id)}::bigint[])`.execute(db);
}

/**
 * Replaces the email and the username of an account that is being erased in the reasons of a kind. `subjects`: a query
 * of the ids that they are about. The log is append-only otherwise: the role of the site may only call these functions
 * of its owner.
 */
export async function forgetNames(
  db: Db,
  { kind, subjects, accountId }: { kind: string; subjects: RawBuilder<unknown>; accountId: string },
): Promise<void> {
  await sql`select forget_names(${kind}, array(${subjects})::bigint[], ${accountId}::bigint)`.execute(db);
}
