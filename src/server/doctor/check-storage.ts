import { randomBytes } from 'node:crypto';
import type { FileStore } from '#platform/files/file-store.ts';
import { type Check, type Finding, ok, problemOf, wrong } from './finding.ts';

/** What is wrong with a store: `differs` if it doesn’t do what it says, or else its error. */
type StorageFault = 'differs' | { readonly problem: string };

/** Stores a file where images and exports are, reads it and deletes it again. Returns null if that works. */
export async function tryStorage(files: FileStore): Promise<StorageFault | null> {
  const path = `checks/${randomBytes(8).toString('hex')}`;
  const content = randomBytes(1000);
  try {
    await files.put(path, content);
    const read = await files.get(path);
    const listed = (await Array.fromAsync(files.list(path))).length;
    await files.delete(path);
    return read?.equals(content) && listed === 1 && (await files.get(path)) === null ? null : 'differs';
  } catch (error) {
    const { cause } = error as Error;
    return { problem: problemOf(cause instanceof Error ? cause : error) };
  }
}

/** Looks whether files can be stored, and whether the store belongs to this site. */
export const checkStorage: Check = async ({ deps: { files, config } }) => {
  const { place } = files;
  const isFolder = config.s3 === null;
  const fault = await tryStorage(files);
  if (fault === 'differs') return [wrong(isFolder ? 'storage_differs' : 'storage_differs_s3', { place })];
  if (fault !== null) return [wrong(isFolder ? 'storage_fails' : 'storage_fails_s3', { place, ...fault })];
  const found: Finding[] = [ok('storage_well', { place })];
  const standing = await files.standing();
  if (standing.is === 'foreign') found.push(wrong('storage_foreign', { place, owner: standing.mark.address }));
  return found;
};
