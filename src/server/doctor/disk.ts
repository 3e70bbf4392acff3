import { statfs } from 'node:fs/promises';

const GB = 2 ** 30;

/** What is left of the disk that a folder is on. */
export interface Space {
  readonly free: number;
  readonly total: number;
}

/** Returns the space that is left for ordinary users. */
export async function spaceOf(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Returns how much should be free: a twentieth, but at most 10 GB, and at least 1 GB or a fifth of a small disk. */
const leastOf = (total: number) => Math.max(Math.min(total / 20, 10 * GB), Math.min(GB, total / 5));

/** True if the disk is nearly full, false if twice as much is free. Null in between, where it stays what it was. */
export function isNearlyFull({ free, total }: Space): boolean | null {
  const least = leastOf(total);
  if (free < least) return true;
  return free < least * 2 ? null : false;
}

/** Returns a number of bytes as text, such as `12.3 GB`. */
export function bytesAsText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1000)), units.length - 1);
  return `${(bytes / 1000 ** power).toFixed(power > 2 ? 1 : 0)} ${units[power]}`;
}
