import type { ConnectionSettings } from '#platform/db/database.ts';
import { withClient } from '#platform/db/with-client.ts';
import { describeTables, quoted, type TableDescription } from '../backup/tables.ts';
import type { Digests } from './record.ts';

/**
 * Returns a digest of every table, without the search index. The database computes it from the text of each row, so it is the same for
 * all versions of PostgreSQL. `only`: for these columns instead of all that are there.
 */
export async function digestsOf(settings: ConnectionSettings, only?: readonly TableDescription[]): Promise<Digests> {
  return withClient(settings, 'skein upgrade', async (client) => {
    await client.query('begin transaction isolation level repeatable read read only');
    const digests: Record<string, Digests[string]> = {};
    for (const { name, columns } of only ?? (await describeTables(client, true))) {
      const row = `row(${columns.map(quoted).join(', ')})::text`;
      const hash = `('x' || encode(substr(sha256(convert_to(${row}, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint`;
      const { rows } = await client.query<{ rows: string; sum: string }>(
        `select count(*) as rows, coalesce(sum(${hash}::numeric), 0)::text as sum from ${quoted(name)}`,
      );
      digests[name] = { rows: Number(rows[0]!.rows), sum: rows[0]!.sum };
    }
    await client.query('commit');
    return digests;
  });
}

/** A table that differs, with the number of its rows that were added. Negative if there are fewer. */
export interface Difference {
  readonly table: string;
  readonly added: number;
}

/** Returns the tables that differ. */
export function differences(before: Digests, after: Digests): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((table) => {
    const [old, now] = [before[table], after[table]];
    if (old?.rows === now?.rows && old?.sum === now?.sum) return [];
    return [{ table, added: (now?.rows ?? 0) - (old?.rows ?? 0) }];
  });
}
