import { randomBytes } from 'node:crypto';
import { type Check, ok, problemOf, wrong } from './finding.ts';

/** Stores a file where images and exports are, reads it and deletes it again. */
export const checkStorage: Check = async ({ deps: { files, config } }) => {
  const { place } = files;
  const path = `checks/${randomBytes(8).toString('hex')}`;
  const content = randomBytes(1000);
  const isFolder = config.s3 === null;
  try {
    await files.put(path, content);
    const read = await files.get(path);
    const listed = (await Array.fromAsync(files.list(path))).length;
    await files.delete(path);
    if (read?.equals(content) && listed === 1 && (await files.get(path)) === null)
      return [ok('storage_well', { place })];
    return [wrong(isFolder ? 'storage_differs' : 'storage_differs_s3', { place })];
  } catch (error) {
    const { cause } = error as Error;
    const problem = problemOf(cause instanceof Error ? cause : error);
    return [wrong(isFolder ? 'storage_fails' : 'storage_fails_s3', { place, problem })];
  }
};
