import { chmodSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Stores images. A key is derived from the content, so what is stored under it never changes. */
export interface ImageStore {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Null if there is none. */
  get: (key: string) => Promise<Buffer | null>;
  delete: (key: string) => Promise<void>;
  /** All keys, in no particular order. */
  list: () => AsyncIterable<string>;
}

export const IMAGE_TYPES = { webp: 'image/webp', svg: 'image/svg+xml', png: 'image/png' } as const;
export type ImageType = keyof typeof IMAGE_TYPES;

/** Mode of a folder that only its owner can open. */
const PRIVATE = 0o700;
const KEY = /^[a-z]-[\w-]{20,64}\.(webp|svg|png)$/;

/** True for a valid key. Other values never reach a store. */
export function isImageKey(key: string): boolean {
  return KEY.test(key);
}

/**
 * Stores images in a folder, with subfolders by the first two characters after the prefix of the key. Other users of the
 * machine can’t read it, because it also has the covers of drafts.
 */
export function createFolderStore(root: string): ImageStore {
  closeToOthers(root);
  const folderOf = (key: string) => join(root, key.slice(2, 4).toLowerCase());
  return {
    async put(key, bytes) {
      if (!isImageKey(key)) throw new Error('not an image key');
      const folder = folderOf(key);
      await mkdir(folder, { recursive: true, mode: PRIVATE });
      const fresh = join(folder, `.${key}.${process.pid}.${Math.random().toString(36).slice(2)}`);
      const file = await open(fresh, 'w');
      try {
        await file.writeFile(bytes);
        // The row that names the image commits next. The image must not be lost in a power failure.
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(fresh, join(folder, key));
    },
    async get(key) {
      if (!isImageKey(key)) return null;
      return readFile(join(folderOf(key), key)).catch(() => null);
    },
    async delete(key) {
      if (isImageKey(key)) await rm(join(folderOf(key), key), { force: true });
    },
    async *list() {
      for (const folder of await readdir(root).catch(() => [])) {
        for (const key of await readdir(join(root, folder)).catch(() => [])) if (isImageKey(key)) yield key;
      }
    },
  };
}

/** Changes the mode of a folder that an earlier version has created. */
function closeToOthers(folder: string): void {
  try {
    chmodSync(folder, PRIVATE);
  } catch (error) {
    // It doesn’t exist yet, or belongs to another user, who decides about it.
    if (!['ENOENT', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
