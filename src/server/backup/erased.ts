import {
  type Erased,
  planErasures,
  readErased,
  readErasedList,
  sitesWithErasedList,
  writeErasedList,
} from '#features/accounts/server/index.ts';
import type { Config } from '#platform/config.ts';
import type { ConnectionSettings } from '#platform/db/database.ts';
import { withClient } from '#platform/db/with-client.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { siteName } from './places.ts';

/**
 * Members who were erased must not reappear when an older backup is restored. Each erasure is stored
 * among the files of the site. Each backup updates the list of the site next to the backups, which outlives both of
 * them. A restore reads both. Sites that share a folder for backups can be copies of each other: what one of them has erased
 * stays on the others (decision 084).
 */

interface Known extends Pick<Config, 'dataDir'> {
  readonly files: FileStore;
}

/** Returns whose lists count for a backup. Null if it doesn’t say which site has made it: then all of them do. */
export function sitesOfBackup(
  { address }: { readonly address?: string },
  config: Pick<Config, 'publicUrl'>,
): string[] | null {
  return address === undefined ? null : [...new Set([address, siteName(config)])];
}

/** Returns the sites whose lists in the folder don’t count. */
export async function otherSites(folder: string, sites: readonly string[] | null): Promise<string[]> {
  return sites === null ? [] : (await sitesWithErasedList(folder)).filter((site) => !sites.includes(site));
}

/**
 * Returns the erasures that the store, the lists of these sites in a folder with backups, and lists of earlier versions
 * know of.
 */
export async function knownErasures(
  { files, dataDir }: Known,
  folder: string,
  sites: readonly string[] | null,
): Promise<Erased[]> {
  const lists = [await readErasedList(folder), await readErasedList(dataDir)];
  for (const site of await sitesWithErasedList(folder))
    if (sites === null || sites.includes(site)) lists.push(await readErasedList(folder, site));
  const listed = lists.flat();
  return [...listed, ...(await readErased(files, listed))];
}

/** Updates the list of this site next to the backups, from what is known elsewhere and from the database. */
export async function keepErased(
  known: Known & Pick<Config, 'publicUrl'>,
  settings: ConnectionSettings,
  folder: string,
): Promise<void> {
  const site = siteName(known);
  const { rows } = await withClient(settings, 'skein erasures', (client) =>
    client.query<{ id: string; joined_at: Date }>(
      "select id::text as id, joined_at from accounts where status = 'erased'",
    ),
  );
  const listed = [...(await readErasedList(folder, site)), ...(await readErasedList(known.dataDir))];
  const all = [
    ...listed,
    ...(await readErased(known.files, listed)),
    ...rows.map((row): Erased => ({ id: row.id, joinedAt: row.joined_at.toISOString(), texts: null })),
  ];
  const lines = new Map<string, Erased>();
  // Only some entries of an account contain the member’s choice.
  for (const entry of all) {
    const key = `${entry.id} ${entry.joinedAt}`;
    if (!lines.get(key)?.texts) lines.set(key, entry);
  }
  if (lines.size > 0) await writeErasedList(folder, site, [...lines.values()]);
}

/**
 * Closes the restored accounts of members who were erased since, and lets the next tick erase them again. Returns how
 * many.
 */
export async function eraseAgain(settings: ConnectionSettings, erased: readonly Erased[]): Promise<number> {
  if (erased.length === 0) return 0;
  return withClient(settings, 'skein erasures', (client) => planErasures(client, erased));
}
