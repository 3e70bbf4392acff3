import type { FilesInBundles } from '#web/bundles.ts';

/** The files of this feature that are loaded together with others. */
export const bundles: FilesInBundles = {
  search: { files: ['filter-changes.tsx'] },
  'member-home': { files: ['without-own.tsx'] },
};
