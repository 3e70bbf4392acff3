import {
  type Erased,
  planErasures,
  readErased,
  readErasedList,
  writeErasedList,
} from '#features/accounts/server/index.ts';
import type { Config } from '#platform/config.ts';
import type { ConnectionSettings } from '#platform/db/database.ts';
import { withClient } from '#platform/db/with-client.ts';
import type { FileStore } from '#platform/files/file-store.ts';

/**
 * Members who were erased must not reappear when an older backup is restored (trust 55). Each erasure is
 * stored among the files of the site. Each backup updates a list next to the backups, which outlives both of them. A
 * restore reads both.
 */

interface Known extends Pick<Config, 'dataDir'> {
  readonly files: FileStore;
}

/** Returns the erasures that the store, a folder with backups, and the data folder of an earlier version know of. */
export async function knownErasures({ files, dataDir }: Known, folder: string): Promise<Erased[]> {
  return [...(await readErasedList(folder)), ...(await readErasedList(dataDir)), ...(await readErased(files))];
}

/** Updates the list next to the backups, from what is known elsewhere and from the database. */
export async function keepErased(known: Known, settings: ConnectionSettings, folder: string): Promise<void> {
  const { rows } = await withClient(settings, 'skein erasures', (client) =>
    client.query<{ id: string; joined_at: Date }>(
      "select id::text as id, joined_at from accounts where status = 'erased'",
    ),
  );
  const all = [
    ...(await knownErasures(known, folder)),
    ...rows.map((row): Erased => ({ id: row.id, joinedAt: row.joined_at.toISOString(), texts: null })),
  ];
  const lines = new Map<string, Erased>();
  // The first entry of an account contains the member’s choice.
  for (const entry of all) {
    const key = `${entry.id} ${entry.joinedAt}`;
    if (!lines.has(key)) lines.set(key, entry);
  }
  if (lines.size > 0) await writeErasedList(folder, [...lines.values()]);
}

/**
 * Closes the restored accounts of members who were erased since, and lets the next tick erase them again. Returns how
 * many.
 */
export async function eraseAgain(settings: ConnectionSettings, erased: readonly Erased[]): Promise<number> {
  if (erased.length === 0) return 0;
  return withClient(settings, 'skein erasures', (client) => planErasures(client, erased));
}
