import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseNotUsableError } from '#platform/db/migrate.ts';
import { type ImageStore, isImageKey } from '#platform/images/image-store.ts';

const isMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return [];
  throw error;
};

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

/** Stores those images of a backup that the store doesn’t have. */
export async function putMissingImages(images: ImageStore, folder: string): Promise<void> {
  const present = new Set<string>();
  for await (const { key } of images.list()) present.add(key);
  await putImages(images, folder, present);
}

/**
 * Stores the images of a backup, except for these, and returns their number. Those of the site that the backup doesn’t
 * have stay.
 */
export async function putImages(
  images: ImageStore,
  folder: string,
  except: ReadonlySet<string> = new Set(),
): Promise<number> {
  let count = 0;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(isMissing);
  for (const entry of entries) {
    if (!entry.isFile() || !isImageKey(entry.name) || except.has(entry.name)) continue;
    // Also if the file has been replaced by a link since.
    const file = await open(join(entry.parentPath, entry.name), constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      await images.put(entry.name, await file.readFile());
    } finally {
      await file.close();
    }
    count += 1;
  }
  return count;
}
