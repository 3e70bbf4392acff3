import { sql } from 'kysely';
import pg from 'pg';
import { type Db, inTransaction } from './database.ts';

/** Tables to which the site can only add rows, with the columns that only the database sets. */
const APPEND_ONLY: Readonly<Record<string, readonly string[]>> = {
  status_log: ['id', 'at', 'reason_salt', 'reason_hash'],
  security_log: ['id', 'at'],
};
/** Tables that the site can only read. Functions of the owner seal the log. */
const READ_ONLY = ['status_log_seals', 'schema_migrations', 'schema_migration_steps'];
/** Held while privileges are granted. Otherwise two processes that start at the same time would collide. */
const LOCK = '3853314791062309108';

/** Leaves out the functions of extensions, which have other owners. */
const IS_OWNERS_FUNCTION = sql`p.prosecdef and p.pronamespace = 'public'::regnamespace
  and p.proowner = (select relowner from pg_class where oid = 'status_log'::regclass)`;
/** Only the owner of a database can revoke privileges on it. */
const IS_OWNERS_DATABASE = sql`datname = current_database() and pg_has_role(datdba, 'usage')`;

/** Creates the role if it doesn’t exist. It has no password, so the access rules of the database must protect it. */
export async function makeSiteRole(owner: Db, role: string): Promise<void> {
  const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(owner);
  if (rows.length === 0) await sql`create role ${sql.id(role)} login`.execute(owner);
}

/** True if the role of the connection lacks a privilege. */
export const isDenied = (error: unknown) => error instanceof pg.DatabaseError && error.code === '42501';

/**
 * Grants the role of the site what it needs: all rows of all tables, but only adding to the logs, and nothing that
 * changes a table (decision 074). Called by the owner after every migration. Returns false if there was nothing to do,
 * such as when the role owns the tables itself.
 */
export async function grantToSite(owner: Db, role: string): Promise<boolean> {
  if (await isOwner(owner, role)) return false;
  return inTransaction({ db: owner }, async ({ db }) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(db);
    if (await isGranted(db, role)) return false;
    const to = sql.id(role);
    await sql`revoke create on schema public from public`.execute(db);
    await guardFunctions(db, role);
    for (const schema of ['public', 'graphile_worker']) {
      // Without partitions, whose rows are only accessible through their table.
      const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c
        where c.relkind in ('r', 'p', 'v') and not c.relispartition and c.relnamespace = ${schema}::regnamespace`.execute(
        db,
      );
      const tables = sql.join(rows.map(({ name }) => sql.id(schema, name)));
      await sql`grant usage on schema ${sql.id(schema)} to ${to};
        grant select, insert, update, delete on ${tables} to ${to};
        grant usage, select on all sequences in schema ${sql.id(schema)} to ${to}`.execute(db);
    }
    // The queue lets only the owner of its tables see rows.
    const { rows: guarded } = await sql<{ name: string }>`select c.oid::regclass::text as name from pg_class c
      where c.relrowsecurity and c.relnamespace = 'graphile_worker'::regnamespace
        and not exists (select from pg_policy where polrelid = c.oid and to_regrole(quote_ident(${role})) = any(polroles))`.execute(
      db,
    );
    for (const { name } of guarded)
      await sql`create policy ${to} on ${sql.raw(name)} to ${to} using (true) with check (true)`.execute(db);
    for (const name of READ_ONLY) await sql`revoke insert, update, delete on ${sql.id(name)} from ${to}`.execute(db);
    for (const [name, own] of Object.entries(APPEND_ONLY)) {
      const { rows } = await sql<{ column: string }>`select attname as column from pg_attribute
        where attrelid = ${name}::regclass and attnum > 0 and not attisdropped
          and attname <> all(${[...own]}::text[])`.execute(db);
      const columns = sql.join(rows.map(({ column }) => sql.id(column)));
      await sql`revoke insert, update, delete on ${sql.id(name)} from ${to};
        grant insert (${columns}) on ${sql.id(name)} to ${to}`.execute(db);
    }
    return true;
  });
}

/**
 * Lets only the role of the site call the functions that run with the rights of the owner. Revokes its right to create
 * temporary tables, views and functions, because it could make the owner’s functions use them.
 */
async function guardFunctions(db: Db, role: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select p.oid::regprocedure::text as name from pg_proc p
    where ${IS_OWNERS_FUNCTION}`.execute(db);
  for (const { name } of rows)
    await sql`revoke execute on function ${sql.raw(name)} from public;
      grant execute on function ${sql.raw(name)} to ${sql.id(role)}`.execute(db);
  const { rows: own } = await sql<{ name: string }>`select datname as name from pg_database
    where ${IS_OWNERS_DATABASE}`.execute(db);
  for (const { name } of own)
    await sql`revoke temporary on database ${sql.id(name)} from public, ${sql.id(role)}`.execute(db);
}

/** True if the role can change the tables, because it is their owner, is in the owner’s role, or is a superuser. */
export async function isOwner(db: Db, role: string): Promise<boolean> {
  const { rows } = await sql<{ is_owner: boolean }>`select pg_has_role(${role}, relowner, 'member') as is_owner
    from pg_class where oid = 'status_log'::regclass`.execute(db);
  return rows[0]!.is_owner;
}

/** Returns the role of a connection. */
export async function roleOf(db: Db): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(db);
  return rows[0]!.role;
}

/** True if the role has exactly the privileges that it should have. */
async function isGranted(db: Db, role: string): Promise<boolean> {
  const { rows } = await sql<{ is_granted: boolean }>`
    select bool_and(has_table_privilege(${role}, c.oid, 'select')
      and has_table_privilege(${role}, c.oid, 'update') = may_change
      and has_table_privilege(${role}, c.oid, 'delete') = may_change
      and has_table_privilege(${role}, c.oid, 'insert') = may_change
      and not has_table_privilege(${role}, c.oid, 'truncate, trigger')
      and (not relrowsecurity or exists (select from pg_policy where polrelid = c.oid and to_regrole(quote_ident(${role})) = any(polroles)))
      and (not is_log or (select bool_and(has_column_privilege(${role}, c.oid, a.attnum, 'insert')
          = (a.attname <> all(${Object.values(APPEND_ONLY).flat()}::text[])))
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)))
      and not exists (select from pg_proc p where ${IS_OWNERS_FUNCTION}
        and (has_function_privilege('public', p.oid, 'execute') or not has_function_privilege(${role}, p.oid, 'execute')))
      and not exists (select from pg_database
        where ${IS_OWNERS_DATABASE} and has_database_privilege(${role}, datname, 'temporary')) as is_granted
    from (select oid, relrowsecurity, relname = any(${Object.keys(APPEND_ONLY)}::text[]) as is_log,
        relname <> all(${[...Object.keys(APPEND_ONLY), ...READ_ONLY]}::text[])
          or relnamespace <> 'public'::regnamespace as may_change
      from pg_class where relkind in ('r', 'p', 'v') and not relispartition
        and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)) c`.execute(db);
  return rows[0]!.is_granted;
}
