import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** The test database and its copies need less than a tenth of this. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * Returns a folder for the temporary files of tests. It is in memory if there is plenty of it: creating the thousands of
 * files of the test databases, and waiting for the disk at each commit of a site, would take longer than many tests.
 */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
