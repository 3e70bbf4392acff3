import { randomBytes } from 'node:crypto';
import { type Check, ok, wrong } from './finding.ts';

/** Stores a file where images and exports are, reads it and deletes it again. */
export const checkStorage: Check = async ({ deps: { files, config } }) => {
  const path = `checks/${randomBytes(8).toString('hex')}`;
  const content = randomBytes(1000);
  const todo =
    config.s3 === null
      ? 'Check who owns DATA_DIR and its folders, and that its disk works.'
      : 'Check the S3_ settings, the rights of the key (read, write, delete, list), and the clock of this machine.';
  try {
    await files.put(path, content);
    const read = await files.get(path);
    const listed = (await Array.fromAsync(files.list(path))).length;
    await files.delete(path);
    if (!read?.equals(content) || listed !== 1 || (await files.get(path)) !== null)
      return [wrong(`${files.place} doesn’t return what was stored, or doesn’t delete it.`, todo)];
  } catch (error) {
    const { cause, message } = error as Error;
    const says = cause instanceof Error ? cause.message : message;
    return [wrong(`Files can’t be stored in ${files.place}: ${says}.`, todo)];
  }
  return [ok(`Files can be stored in ${files.place}, read and deleted.`)];
};
