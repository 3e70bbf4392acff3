import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file so that after a kill or a loss of power either all of it or what was there before is there. Replaces links
 * instead of following them. By default, only its owner can read it.
 */
export async function writeWhole(file: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const fresh = await writeFresh(file, content, mode);
  try {
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  await flushFolder(dirname(file));
}

/** Writes the content beside the file, under a name that others can’t know, and returns that name. */
export async function writeFresh(file: string, content: string | Uint8Array, mode = 0o600): Promise<string> {
  const fresh = join(dirname(file), `.${basename(file)}.${process.pid}.${randomBytes(12).toString('hex')}`);
  const written = await open(fresh, 'wx', mode);
  try {
    await written.writeFile(content);
    await written.sync();
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  } finally {
    await written.close();
  }
  return fresh;
}

/** True for a name of `writeFresh`. Other tools leave files that start with a dot, too. */
export function isUnfinished(name: string): boolean {
  const parts = name.split('.');
  return parts.length > 3 && parts[0] === '' && /^\d{1,10}$/.test(parts.at(-2)!);
}

/** Makes sure that the names in a folder outlive a loss of power. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
