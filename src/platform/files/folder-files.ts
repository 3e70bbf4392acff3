import { createHash } from 'node:crypto';
import { chmodSync, createReadStream, type Dirent } from 'node:fs';
import { link, lstat, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#core/errors.ts';
import { checkPath, FILE_FOLDERS, type FileStore, type StoredFile } from './file-store.ts';
import { flushFolder, isUnfinished, writeFresh, writeWhole } from './write-whole.ts';

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
    if (made !== undefined) for (const above of new Set([dirname(folder), root])) await flushFolder(above);
  };
  return {
    place: root,
    failures: () => failures,
    async put(path, bytes) {
      const file = fileOf(path);
      await orFail(async () => {
        await makeFolderOf(file);
        // The row that names the file commits next. The file must not be lost in a power failure.
        await writeWhole(file, bytes);
      });
    },
    async putNew(path, bytes) {
      const file = fileOf(path);
      await orFail(async () => {
        await makeFolderOf(file);
        const fresh = await writeFresh(file, bytes);
        await link(fresh, file).catch((error: unknown) => {
          if (codeOf(error) !== 'EEXIST') throw error;
        });
        await rm(fresh, { force: true });
        await flushFolder(dirname(file));
      });
    },
    async move(from, path) {
      const file = fileOf(path);
      await orFail(async () => {
        await makeFolderOf(file);
        await rename(from, file);
        await flushFolder(dirname(file));
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
    list: (start) => listFolder(root, start, isWhole),
    async dropUnfinished(start, before) {
      let dropped = 0;
      for await (const { path, storedAt } of listFolder(root, start, isUnfinished)) {
        if (storedAt >= before) continue;
        await orFail(() => rm(join(root, path), { force: true }));
        dropped += 1;
      }
      return dropped;
    },
  };
}

const isWhole = (name: string) => !name.startsWith('.');

/** Lists the files whose names are `wanted`. Doesn’t follow links. */
async function* listFolder(root: string, start: string, wanted: (name: string) => boolean): AsyncGenerator<StoredFile> {
  const folder = start.slice(0, start.lastIndexOf('/') + 1);
  for (const entry of await entriesOf(join(root, folder))) {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory() && isWhole(entry.name) && path.startsWith(start))
      yield* listFolder(root, `${path}/`, wanted);
    if (!entry.isFile() || !wanted(entry.name) || !path.startsWith(start)) continue;
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
