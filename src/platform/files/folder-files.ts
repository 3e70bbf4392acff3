import { createHash } from 'node:crypto';
import { chmodSync, createReadStream, type Dirent } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#core/errors.ts';
import { checkPath, FILE_FOLDERS, type FileStore, type StoredFile } from './file-store.ts';

/** Mode of a folder that only its owner can open. */
const PRIVATE = 0o700;
const MISSING = ['ENOENT', 'ENOTDIR'];

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);

/**
 * Keeps files in a folder. Other users of the machine can’t read them, because they include covers of drafts and
 * exports.
 */
export function createFolderFiles(root: string): FileStore {
  let failures = 0;
  for (const folder of FILE_FOLDERS) closeToOthers(join(root, folder));
  /** Returns what the work returns, or null if there is no such file. */
  const orNull = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      if (MISSING.includes(codeOf(error))) return null;
      failures += 1;
      throw new AppError('unavailable', { cause: error });
    }
  };
  const orFail = async (work: () => Promise<unknown>): Promise<void> => {
    await work().catch((cause: unknown) => {
      failures += 1;
      throw new AppError('unavailable', { cause });
    });
  };
  const fileOf = (path: string) => join(root, checkPath(path));
  const makeFolderOf = async (file: string) => {
    const folder = dirname(file);
    const made = await mkdir(folder, { recursive: true, mode: PRIVATE });
    if (made !== undefined) for (const above of new Set([dirname(folder), root])) await flush(above);
  };
  return {
    place: root,
    failures: () => failures,
    async put(path, bytes) {
      const file = fileOf(path);
      await orFail(async () => {
        await makeFolderOf(file);
        const fresh = freshName(file);
        const written = await open(fresh, 'wx', 0o600);
        try {
          await written.writeFile(bytes);
          // The row that names the file commits next. The file must not be lost in a power failure.
          await written.sync();
        } finally {
          await written.close();
        }
        await rename(fresh, file);
        await flush(dirname(file));
      });
    },
    async move(from, path) {
      const file = fileOf(path);
      await orFail(async () => {
        await makeFolderOf(file);
        await rename(from, file);
        await flush(dirname(file));
      });
    },
    get(path) {
      const file = fileOf(path);
      return orNull(() => readFile(file));
    },
    open(path) {
      const file = fileOf(path);
      return orNull(async () => ({ bytes: (await stat(file)).size, body: createReadStream(file) }));
    },
    digest(path) {
      const file = fileOf(path);
      return orNull(async () => {
        const hash = createHash('sha256');
        await pipeline(createReadStream(file), hash);
        return hash.digest('hex');
      });
    },
    async delete(path) {
      const file = fileOf(path);
      await orFail(() => rm(file, { force: true }));
    },
    list: (start) => listFolder(root, start),
  };
}

/** Makes sure that the names in a folder outlive a loss of power. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function freshName(file: string): string {
  const name = file.slice(dirname(file).length + 1);
  return join(dirname(file), `.${name}.${process.pid}.${Math.random().toString(36).slice(2)}`);
}

/** Doesn’t follow links, and leaves out files that are still being written, whose names start with a dot. */
async function* listFolder(root: string, start: string): AsyncGenerator<StoredFile> {
  const folder = start.slice(0, start.lastIndexOf('/') + 1);
  for (const entry of await entriesOf(join(root, folder))) {
    const path = `${folder}${entry.name}`;
    if (entry.name.startsWith('.') || !path.startsWith(start)) continue;
    if (entry.isDirectory()) yield* listFolder(root, `${path}/`);
    if (!entry.isFile()) continue;
    const facts = await lstat(join(root, path)).catch(() => null);
    if (facts) yield { path, bytes: facts.size, storedAt: facts.mtime };
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (MISSING.includes(codeOf(error))) return [];
    throw error;
  });
}

/** Changes the mode of a folder that an earlier version has created. */
function closeToOthers(folder: string): void {
  try {
    chmodSync(folder, PRIVATE);
  } catch (error) {
    // It doesn’t exist yet, or belongs to another user, who decides about it.
    if (!['ENOENT', 'ENOTDIR', 'EPERM', 'EROFS'].includes(codeOf(error))) throw error;
  }
}
