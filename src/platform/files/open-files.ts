import type { Config } from '../config.ts';
import type { FileStore } from './file-store.ts';
import { createFolderFiles } from './folder-files.ts';
import type { Patience } from './s3-client.ts';
import { createS3Files } from './s3-files.ts';

/** Returns the store that the settings name. `connections`: see `createS3Files`. */
export function openFiles(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  patience?: Patience,
  connections?: number,
): FileStore {
  return s3 === null ? createFolderFiles(dataDir) : createS3Files(s3, patience, connections);
}
