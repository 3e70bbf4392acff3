import * as z from 'zod/mini';
import type { FileStore } from './file-store.ts';

/** What makes a site the owner of a store. */
export interface Self {
  /** The id of the installation. */
  readonly site: string;
  /** A copy of the whole database server has the same id, but another address. */
  readonly address: string;
}

/** The mark of a store says which site it belongs to, and since when. */
const SiteMark = z.object({ site: z.string(), address: z.string(), since: z.string() });
export type SiteMark = z.output<typeof SiteMark>;

/** Not in one of the folders that are copied and swept. */
const PATH = 'site/owner.json';

/** A mark that can’t be read is one of another site. */
const UNREADABLE: SiteMark = { site: '', address: '?', since: '?' };

/** Returns the mark of a store. Null if it has none. */
export async function readMark(files: FileStore): Promise<SiteMark | null> {
  const bytes = await files.get(PATH);
  if (bytes === null) return null;
  try {
    return z.parse(SiteMark, JSON.parse(String(bytes)));
  } catch {
    return UNREADABLE;
  }
}

const bytesOf = ({ site, address }: Self) => {
  const mark: SiteMark = { site, address, since: new Date().toISOString() };
  return Buffer.from(JSON.stringify(mark));
};

/** Marks a store that has no mark, and returns the mark that it has then: of two sites that try, one succeeds. */
export async function markIfFree(files: FileStore, self: Self): Promise<SiteMark> {
  await files.putNew(PATH, bytesOf(self));
  return (await readMark(files)) ?? UNREADABLE;
}

/** Marks a store as that of this site, whatever it was before. */
export function replaceMark(files: FileStore, self: Self): Promise<void> {
  return files.put(PATH, bytesOf(self));
}

export const isMarkOf = ({ site, address }: SiteMark, self: Self): boolean =>
  site === self.site && address === self.address;
