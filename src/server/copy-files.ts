import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { erasedListOf, readErasedList, storeErased } from '#features/accounts/server/index.ts';
import { FILE_FOLDERS, type FileStore } from '#platform/files/file-store.ts';

/** What became of the files of a folder. */
export interface Copied {
  copied: number;
  /** They were there already, with the same content. */
  same: number;
  failed: number;
}

/** Larger files are copied through a file of this machine. */
const IN_MEMORY = 8 * 1024 * 1024;

/**
 * Copies all files of a store to another one, and compares their digests there. Can be interrupted and run again: what is
 * there already isn’t copied again. Tells of each file that can’t be copied, and goes on. `dataDir` is the folder for
 * temporary files, and has the list of erased accounts of an earlier version.
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  dataDir: string,
  tell: (path: string, error: unknown) => void,
): Promise<Record<string, Copied>> {
  for (const erased of await readErasedList(dataDir)) {
    await storeErased(from, erased);
  }
  await rm(erasedListOf(dataDir), { force: true });
  const all: Record<string, Copied> = {};
  for (const folder of FILE_FOLDERS) {
    const counts = { copied: 0, same: 0, failed: 0 };
    all[folder] = counts;
    for await (const { path, bytes } of from.list(`${folder}/`)) {
      // What is still being written.
      if (path.endsWith('.part')) continue;
      try {
        counts[await copyFile(from, to, path, bytes > IN_MEMORY ? dataDir : null)] += 1;
      } catch (error) {
        counts.failed += 1;
        tell(path, error);
      }
    }
  }
  return all;
}

async function copyFile(from: FileStore, to: FileStore, path: string, via: string | null): Promise<keyof Copied> {
  const digest = await from.digest(path);
  // Deleted since it was listed.
  if (digest === null || digest === (await to.digest(path))) return 'same';
  if (via === null) {
    const bytes = await from.get(path);
    if (bytes === null) return 'same';
    await to.put(path, bytes);
  } else {
    // A name that others can’t know, so that no link waits there.
    const part = join(via, 'exports', `${basename(path)}.${randomBytes(12).toString('hex')}.part`);
    const opened = await from.open(path);
    if (opened === null) return 'same';
    await mkdir(dirname(part), { recursive: true, mode: 0o700 });
    try {
      await pipeline(opened.body, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
      await to.move(part, path);
    } finally {
      await rm(part, { force: true });
    }
  }
  if ((await to.digest(path)) !== digest) throw new Error('The copy differs from the file.');
  return 'copied';
}
