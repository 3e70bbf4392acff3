import { sql } from 'kysely';
import { type Db, inTransaction } from './database.ts';
import { PATIENT } from './prepared.ts';

/**
 * Makes the partitions of this month and the next two for all tables that are split by month. If it didn’t run in time,
 * rows are in the default partition, from which it moves them.
 */
export async function makeMonths({ db }: { readonly db: Db }): Promise<void> {
  const { rows } = await sql<{ table: string }>`select c.relname as table from pg_partitioned_table p
    join pg_class c on c.oid = p.partrelid
    where p.partstrat = 'r' and c.relnamespace = 'public'::regnamespace order by 1`.execute(db);
  // One transaction for each table, because making a partition locks the table.
  for (const { table } of rows)
    await inTransaction({ db }, async (inner) => {
      // Many rows may have to be moved.
      await sql`set local statement_timeout = 0`.execute(inner.db);
      await sql`select make_months(${table}::regclass) ${PATIENT}`.execute(inner.db);
    });
}
