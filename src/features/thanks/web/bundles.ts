import type { FilesInBundles } from '#web/bundles.ts';

/** The files of this feature that are loaded together with others. */
export const bundles: FilesInBundles = {
  'member-chapter': { files: ['thanks.tsx'], texts: ['thanks'] },
};
