import { constants } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseNotUsableError } from '#platform/db/migrate.ts';
import { KEY_FILES } from './manifest.ts';

/**
 * Throws if a backup contains a symbolic link, or anything else that is neither a file nor a folder. The site can write
 * to the folder of its backups, and root restores them.
 */
export async function refuseLinks(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) continue;
    const name = join(entry.parentPath, entry.name).slice(folder.length + 1);
    throw new DatabaseNotUsableError(
      `The backup contains ${name}, which is no file but a link or the like. Nothing was restored. Delete it, or copy what it leads to.`,
    );
  }
}

/** Reads a file of a backup, unless it has been replaced by a link since `refuseLinks` looked. */
export async function readUnlinked(file: string): Promise<Buffer> {
  return readFile(file, { flag: constants.O_RDONLY | constants.O_NOFOLLOW }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ELOOP') throw error;
    throw new DatabaseNotUsableError(`${file} is a link, which is not followed. Copy what it leads to.`);
  });
}

/** Returns the keys of a backup by the names of their files. */
export async function readKeys(folder: string): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (const name of KEY_FILES) {
    const key = await readUnlinked(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (key !== null) keys.set(name, key.toString('utf8'));
  }
  return keys;
}
