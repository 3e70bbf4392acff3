import type { FileStore } from '../files/file-store.ts';

/** Stores images. A key is derived from the content, so what is stored under it never changes. */
export interface ImageStore {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Null if there is none. */
  get: (key: string) => Promise<Buffer | null>;
  delete: (key: string) => Promise<void>;
  /** All images, in no particular order, or those in folders whose name starts like this. */
  list: (start?: string) => AsyncIterable<{ readonly key: string; readonly storedAt: Date }>;
}

export const IMAGE_TYPES = { webp: 'image/webp', svg: 'image/svg+xml', png: 'image/png' } as const;
export type ImageType = keyof typeof IMAGE_TYPES;

const KEY = /^[a-z]-[\w-]{20,64}\.(webp|svg|png)$/;

/** True for a valid key. Other values never reach a store. */
export function isImageKey(key: string): boolean {
  return KEY.test(key);
}

const pathOf = (key: string) => `images/${key.slice(2, 4).toLowerCase()}/${key}`;

/** Stores images among the files of the site, in folders by the first two characters after the prefix of the key. */
export function createImageStore(files: FileStore): ImageStore {
  return {
    async put(key, bytes) {
      if (!isImageKey(key)) throw new Error('not an image key');
      await files.put(pathOf(key), bytes);
    },
    async get(key) {
      return isImageKey(key) ? files.get(pathOf(key)) : null;
    },
    async delete(key) {
      if (isImageKey(key)) await files.delete(pathOf(key));
    },
    async *list(start = '') {
      for await (const { path, storedAt } of files.list(`images/${start}`)) {
        const key = path.slice(path.lastIndexOf('/') + 1);
        if (isImageKey(key) && path === pathOf(key)) yield { key, storedAt };
      }
    },
  };
}
