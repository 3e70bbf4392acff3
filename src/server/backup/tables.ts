import type pg from 'pg';

/** Tables that no copy of a database needs: the search index, which is built from the texts, and marks of one database. */
const NEVER_COPIED = [
  'worker_heartbeats',
  'schema_migrations',
  'schema_migration_steps',
  // Of earlier versions.
  'schema_migrations_lock',
  'search_texts',
  'search_words',
  'search_pending',
];

/**
 * Tables that aren’t saved: temporary counts and marks, which mean nothing in another database, and the search index,
 * which is built from the texts.
 */
const LEFT_OUT = new Set([
  'rate_limits',
  'spent_challenges',
  'idempotency_keys',
  'first_administrator_links',
  'operator_problems',
  'examinations',
  // A restored site is another one than the one whose place the store is.
  'installation',
  // A removal that was stopped since must not come back.
  'factor_removals',
  'outbox',
  ...NEVER_COPIED,
]);
/** An upgrade goes on where the site has stopped, so it carries everything over. */
const LEFT_OUT_OF_UPGRADES = new Set(NEVER_COPIED);

/** True if a restore loads the table, if a backup has it. */
export const isRestored = (name: string, isUpgrade: boolean) =>
  !(isUpgrade ? LEFT_OUT_OF_UPGRADES : LEFT_OUT).has(name);

export interface TableDescription {
  name: string;
  columns: string[];
  /** For a table that is split by month: the first days of the months that have a partition. */
  months?: string[];
}

/**
 * Returns all tables to save, for an upgrade also the temporary ones. Tables that others reference come first. Deferrable foreign keys don’t affect the order.
 * The rows of partitions belong to their table.
 */
export async function describeTables(client: pg.ClientBase, isUpgrade = false): Promise<TableDescription[]> {
  const { rows } = await client.query<{
    name: string;
    columns: string[];
    needs: string[] | null;
    months: string[] | null;
  }>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select array_agg(distinct r.relname::text) from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid and not k.condeferrable) as needs,
      (select array_agg(replace(right(m.relname, 7), '_', '-') || '-01' order by m.relname) from pg_inherits i join pg_class m on m.oid = i.inhrelid
        where i.inhparent = c.oid and m.relname ~ '_\\d{4}_\\d{2}$') as months
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by c.relname`);
  const waiting = rows.filter((row) => isRestored(row.name, isUpgrade));
  const ordered: TableDescription[] = [];
  const placed = new Set<string>();
  while (waiting.length > 0) {
    const ready = waiting.findIndex((row) => (row.needs ?? []).every((name) => placed.has(name)));
    const [next] = waiting.splice(Math.max(ready, 0), 1);
    if (!next || ready < 0)
      throw new Error('The tables reference each other in a circle, so there is no order to restore them in.');
    placed.add(next.name);
    const { name, columns, months } = next;
    ordered.push({ name, columns, ...(months ? { months } : {}) });
  }
  return ordered;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
