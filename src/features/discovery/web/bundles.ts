import type { FilesInBundles } from '#web/bundles.ts';

/** The files of this feature that are loaded together with others. */
export const bundles: FilesInBundles = {
  search: { files: ['filter-changes.tsx'] },
  dialogs: { files: ['languages-read-dialog.tsx', 'languages-moved.tsx'] },
  profile: { files: ['languages-read-row.tsx'], texts: ['discovery'] },
  'member-home': { files: ['without-own.tsx'] },
};
