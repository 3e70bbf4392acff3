import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { id, isoTime } from '#core/fields.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { writeWhole } from '#platform/files/write-whole.ts';
import { CONTENT_POLICIES } from '../model/account-deletion.ts';

/** An erased member. A restored database can assign the same id again, so the join date identifies the account too. */
const Erased = z.object({ id, joinedAt: isoTime, texts: z.nullable(z.enum(CONTENT_POLICIES)) });
export type Erased = z.output<typeof Erased>;

const FOLDER = 'erased/';

/** Files that are read at the same time. */
const AT_ONCE = 8;

const pathOf = ({ id, joinedAt }: Pick<Erased, 'id' | 'joinedAt'>) => `${FOLDER}${id}-${Date.parse(joinedAt)}.json`;

/** Stores that a member was erased, in a file of its own: several machines can store one at the same time. */
export async function storeErased(files: FileStore, erased: Erased): Promise<void> {
  await files.put(pathOf(erased), Buffer.from(JSON.stringify(erased)));
}

/** Returns the members whose erasure is stored, except for those that are known already with their choice. */
export async function readErased(files: FileStore, known: readonly Erased[] = []): Promise<Erased[]> {
  const read = new Set(known.filter(({ texts }) => texts !== null).map(pathOf));
  const paths: string[] = [];
  for await (const { path } of files.list(FOLDER)) if (!read.has(path)) paths.push(path);
  const found: Erased[] = [];
  for (let at = 0; at < paths.length; at += AT_ONCE)
    found.push(...(await Promise.all(paths.slice(at, at + AT_ONCE).map((path) => readOne(files, path)))).flat());
  return found;
}

/** The name of a file says enough if its content is gone: the member must not reappear. */
async function readOne(files: FileStore, path: string): Promise<Erased[]> {
  const bytes = await files.get(path);
  const entries = bytes === null ? [] : entriesOf(bytes.toString());
  if (entries.length > 0) return entries;
  const [, id, joined] = /^erased\/(\d{1,19})-(\d{1,13})\.json$/.exec(path) ?? [];
  const joinedAt = new Date(Number(joined ?? 0)).toISOString();
  return entriesOf(JSON.stringify({ id, joinedAt, texts: null }));
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

/** Writes the list of a site in this folder. */
export async function writeErasedList(folder: string, site: string, all: readonly Erased[]): Promise<void> {
  await writeWhole(erasedListOf(folder, site), `${all.map((entry) => JSON.stringify(entry)).join('\n')}\n`);
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
