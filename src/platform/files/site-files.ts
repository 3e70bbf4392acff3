import { AppError } from '#core/errors.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import type { FileStore } from './file-store.ts';
import { installationId } from './installation.repo.ts';
import { isMarkOf, markIfFree, readMark, replaceMark, type Self, type SiteMark } from './site-mark.ts';

/** Whose a store is. `new`: it had no mark, and now has that of this site, unless another one was faster. */
type Standing = { readonly is: 'own' | 'new' } | { readonly is: 'foreign'; readonly mark: SiteMark };

/** The files of a site. It only deletes in its own place (decision 084). */
export interface SiteFiles extends FileStore {
  /** Returns whose the store is. Marks it if it has no mark. */
  standing: () => Promise<Standing>;
  /** Makes the store the place of this site. Returns the mark that it had, if it was that of another one. */
  takeOver: () => Promise<SiteMark | null>;
}

/** The doctor deletes what it has just stored, under names that no other site has. */
const isTrial = (path: string) => path.startsWith('checks/');
/** Members whom the list names are erased when a backup is restored. */
const isErasure = (path: string) => path.startsWith('erased/');

/**
 * Keeps a site from deleting the files of another one, and from adding to its list of erased accounts. Both are
 * `unavailable` in a foreign place, and in a new one: the next attempt knows who has marked it.
 */
export function guardFiles(
  files: FileStore,
  { s3, databaseUrl, publicUrl }: Pick<Config, 's3' | 'databaseUrl' | 'publicUrl'>,
  db: Db,
): SiteFiles {
  // The embedded database is in the same folder, and only one process can open it.
  const isAlone = s3 === null && databaseUrl === null;
  let known: Self | null = null;
  const self = async () => {
    known ??= { site: await installationId(db), address: publicUrl.origin };
    return known;
  };
  const standing = async (): Promise<Standing> => {
    if (isAlone) return { is: 'own' };
    const found = await readMark(files);
    if (found && isMarkOf(found, await self())) return { is: 'own' };
    const mark = found ?? (await markIfFree(files, await self()));
    return isMarkOf(mark, await self()) ? { is: 'new' } : { is: 'foreign', mark };
  };
  const refuseIfForeign = async () => {
    const { is } = await standing();
    if (is !== 'own')
      throw new AppError('unavailable', { cause: new Error(`The store is ${is}, so it is left as it is`) });
  };
  return {
    ...files,
    standing,
    async takeOver() {
      if (isAlone) return null;
      const before = await readMark(files);
      if (before && isMarkOf(before, await self())) return null;
      await replaceMark(files, await self());
      return before;
    },
    async put(path, bytes) {
      if (isErasure(path)) await refuseIfForeign();
      await files.put(path, bytes);
    },
    async delete(path) {
      if (!isTrial(path)) await refuseIfForeign();
      await files.delete(path);
    },
  };
}

/** The warning in the log when a site finds the mark of another one. */
const FOREIGN_PLACE =
  'The store of files is marked as the place of another site, so nothing is deleted there and no member can be erased. Run `npm run doctor`, which says what to do.';

/** Returns whether files may be deleted. Says in the log if they belong to another site. */
export async function mayDelete({ files, log }: { files: SiteFiles; log: Log }): Promise<boolean> {
  const found = await files.standing();
  if (found.is === 'foreign')
    log.warn({ place: files.place, owner: found.mark.address, since: found.mark.since }, FOREIGN_PLACE);
  return found.is === 'own';
}
