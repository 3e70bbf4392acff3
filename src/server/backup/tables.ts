import type pg from 'pg';

/**
 * Tables that aren’t saved: temporary counts and marks, which mean nothing in another database, and the search index,
 * which is built from the texts.
 */
const LEFT_OUT = new Set([
  'rate_limits',
  'spent_challenges',
  'worker_heartbeats',
  'idempotency_keys',
  'outbox',
  'schema_migrations',
  'schema_migrations_lock',
  'search_texts',
  'search_words',
  'search_pending',
]);

export interface TableDescription {
  name: string;
  columns: string[];
}

/**
 * Returns all tables to save. Tables that others reference come first. Deferrable foreign keys don’t affect the order.
 */
export async function describeTables(client: pg.ClientBase): Promise<TableDescription[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] | null }>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select array_agg(distinct r.relname::text) from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid and not k.condeferrable) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' order by c.relname`);
  const waiting = rows.filter((row) => !LEFT_OUT.has(row.name));
  const ordered: TableDescription[] = [];
  const placed = new Set<string>();
  while (waiting.length > 0) {
    const ready = waiting.findIndex((row) => (row.needs ?? []).every((name) => placed.has(name)));
    const [next] = waiting.splice(Math.max(ready, 0), 1);
    if (!next || ready < 0)
      throw new Error('The tables reference each other in a circle, so there is no order to restore them in.');
    placed.add(next.name);
    ordered.push({ name: next.name, columns: next.columns });
  }
  return ordered;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
