import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
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

/**
 * Path of a list in one file: one line of JSON per member, unordered, with duplicates. Beside backups, and in the data
 * folder of earlier versions.
 */
export function erasedListOf(folder: string): string {
  return join(folder, 'erased-accounts');
}

/** Returns the list in this folder, empty if there is none. */
export async function readErasedList(folder: string): Promise<Erased[]> {
  const text = await readFile(erasedListOf(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    // What can’t be read isn’t empty: members would reappear.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '';
    throw error;
  });
  return entriesOf(text);
}

/** Writes the list in this folder. After a kill or a loss of power, either this or what was there before is there. */
export async function writeErasedList(folder: string, all: readonly Erased[]): Promise<void> {
  const file = erasedListOf(folder);
  // A name of its own, because several sites can have their backups in the folder.
  const part = `${file}.${randomBytes(6).toString('hex')}`;
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
