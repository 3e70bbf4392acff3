import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImageStore, isImageKey } from '#platform/images/image-store.ts';
import { readUnlinked } from './links-of-backup.ts';

const isMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return [];
  throw error;
};

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
    await images.put(entry.name, await readUnlinked(join(entry.parentPath, entry.name)));
    count += 1;
  }
  return count;
}
