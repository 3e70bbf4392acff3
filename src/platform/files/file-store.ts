import type { Readable } from 'node:stream';

/** What is known about a stored file without reading it. */
export interface StoredFile {
  readonly path: string;
  readonly bytes: number;
  readonly storedAt: Date;
}

/**
 * Keeps the files of the site: images, exports and the list of erased accounts, in the data folder or in S3
 * (decision 077). A path is the same in both, such as `images/ab/KEY.webp`. Everything throws `unavailable` if the store
 * can’t be used. A file is stored whole or not at all.
 */
export interface FileStore {
  /** Where it is, for operators. */
  readonly place: string;
  put: (path: string, bytes: Uint8Array) => Promise<void>;
  /**
   * Stores a file unless there is one. A store that knows no such requests may replace one that was stored at the same
   * time, so read it afterwards.
   */
  putNew: (path: string, bytes: Uint8Array) => Promise<void>;
  /** Stores a file of this machine, which is no longer there afterwards. For files of any size. */
  move: (file: string, path: string) => Promise<void>;
  /** Null if there is none. */
  get: (path: string) => Promise<Buffer | null>;
  /** Reads a file of any size. Null if there is none. The stream fails if what it has sent isn’t what was stored. */
  open: (path: string) => Promise<{ readonly bytes: number; readonly body: Readable } | null>;
  /** Returns the SHA-256 of the content, in hexadecimal. Null if there is no such file. */
  digest: (path: string) => Promise<string | null>;
  /** Does nothing if there is none. */
  delete: (path: string) => Promise<void>;
  /** All files whose path starts like this. The start contains the name of a folder. */
  list: (start: string) => AsyncIterable<StoredFile>;
  /** Deletes what killed processes have left unfinished below this start, if it is older. Returns how many files. */
  dropUnfinished: (start: string, before: Date) => Promise<number>;
  /** Requests that failed since the start, also those that were repeated. */
  readonly failures: () => number;
}

/** The folders of a store. */
export const FILE_FOLDERS = ['images', 'exports', 'erased'] as const;

const NAME = /^[\w-][\w.-]{0,120}$/;

/** Throws for a path that doesn’t stay below the root of the store. */
export function checkPath(path: string): string {
  const names = path.split('/');
  if (names.length < 2 || names.length > 3 || !names.every((name) => NAME.test(name)))
    throw new Error('not a path of a stored file');
  return path;
}
