import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { id, isoTime } from '#core/fields.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { CONTENT_POLICIES } from '../model/account-deletion.ts';

/** An erased member. A restored database can assign the same id again, so the join date identifies the account too. */
const Erased = z.object({ id, joinedAt: isoTime, texts: z.nullable(z.enum(CONTENT_POLICIES)) });
export type Erased = z.output<typeof Erased>;

const FOLDER = 'erased/';

/** Stores that a member was erased, in a file of its own: several machines can store one at the same time. */
export async function storeErased(files: FileStore, erased: Erased): Promise<void> {
  const path = `${FOLDER}${erased.id}-${Date.parse(erased.joinedAt)}.json`;
  await files.put(path, Buffer.from(JSON.stringify(erased)));
}

/** Returns the members whose erasure is stored. */
export async function readErased(files: FileStore): Promise<Erased[]> {
  const found: Erased[] = [];
  for await (const { path } of files.list(FOLDER)) found.push(...entriesOf(String(await files.get(path))));
  return found;
}

const LIST = 'erased-accounts';

/**
 * Path of a list in one file: one line of JSON per member, unordered, with duplicates. Beside backups, each site has one,
 * because a copy of a site has the same members. Without a site, it is that of an earlier version, which is beside the
 * backups or in the data folder.
 */
export function erasedListOf(folder: string, site: string | null = null): string {
  return join(folder, site === null ? LIST : `${LIST}-${site}`);
}

/** Returns the sites that have a list in this folder. */
export async function sitesWithErasedList(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(noneIfMissing);
  return names.filter((name) => name.startsWith(`${LIST}-`)).map((name) => name.slice(LIST.length + 1));
}

/** Returns the list in this folder, empty if there is none. */
export async function readErasedList(folder: string, site: string | null = null): Promise<Erased[]> {
  const lines = await readFile(erasedListOf(folder, site), 'utf8').then((text) => [text], noneIfMissing);
  return lines.flatMap(entriesOf);
}

/** What can’t be read isn’t empty: members would reappear. */
function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}

/** Writes the list of a site in this folder. After a kill or a loss of power, either this or what was there before is there. */
export async function writeErasedList(folder: string, site: string, all: readonly Erased[]): Promise<void> {
  const file = erasedListOf(folder, site);
  const part = join(folder, `.${LIST}.${randomBytes(6).toString('hex')}`);
  const fresh = await open(part, 'wx', 0o600);
  try {
    await fresh.writeFile(`${all.map((entry) => JSON.stringify(entry)).join('\n')}\n`);
    await fresh.sync();
  } finally {
    await fresh.close();
  }
  await rename(part, file);
}

/** Skips lines that a power failure has truncated. */
function entriesOf(text: string): Erased[] {
  return text.split('\n').flatMap((line) => {
    try {
      const entry = z.safeParse(Erased, JSON.parse(line));
      return entry.success ? [entry.data] : [];
    } catch {
      return [];
    }
  });
}
