import { writeFile } from 'node:fs/promises';
import { type Erased, erasedListOf, planErasures, readErased } from '#features/accounts/server/index.ts';
import type { Config } from '#platform/config.ts';
import type { ConnectionSettings } from '#platform/db/database.ts';
import { withClient } from '#platform/db/with-client.ts';

/**
 * Members who were erased must not reappear when an older backup is restored (trust 55). Each erasure is noted in the
 * data folder. Each backup updates a list next to the backups, which outlives both of them. A restore reads both lists.
 */

/** Updates the list next to the backups, from the list of the data folder and from the database. */
export async function keepErased(config: Config, settings: ConnectionSettings, folder: string): Promise<void> {
  const known = [...(await readErased(folder)), ...(await readErased(config.dataDir))];
  const { rows } = await withClient(settings, 'skein erasures', (client) =>
    client.query<{ id: string; joined_at: Date }>(
      "select id::text as id, joined_at from accounts where status = 'erased'",
    ),
  );
  const all = [
    ...known,
    ...rows.map((row): Erased => ({ id: row.id, joinedAt: row.joined_at.toISOString(), texts: null })),
  ];
  const lines = new Map<string, string>();
  // The first entry of an account contains the member’s choice.
  for (const entry of all) {
    const key = `${entry.id} ${entry.joinedAt}`;
    if (!lines.has(key)) lines.set(key, JSON.stringify(entry));
  }
  if (lines.size > 0) await writeFile(erasedListOf(folder), `${[...lines.values()].join('\n')}\n`, { mode: 0o600 });
}

/**
 * Closes the restored accounts of members who were erased since, and lets the next tick erase them again. Returns how
 * many.
 */
export async function eraseAgain(settings: ConnectionSettings, folders: readonly string[]): Promise<number> {
  const erased = (await Promise.all(folders.map(readErased))).flat();
  if (erased.length === 0) return 0;
  return withClient(settings, 'skein erasures', (client) => planErasures(client, erased));
}
