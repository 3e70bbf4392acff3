import type { Part } from './i18n/catalogs.ts';

interface FilesInBundle {
  /** Relative to the folder of the declaration. */
  readonly files: readonly string[];
  /** Parts of the catalog that they need at the start, besides the first ones. Loaded in parallel with the bundle. */
  readonly texts?: readonly Part[];
}

/**
 * What a feature adds to bundles, by their names, in its `web/bundles.ts`. The islands of a page are in the bundle with
 * the name of the page, those for members only in `member-` and that name, and what a room opens in the bundle of the
 * room. Only the build reads it (`scripts/vite/bundles.ts`).
 */
export type FilesInBundles = Readonly<Record<string, FilesInBundle>>;
