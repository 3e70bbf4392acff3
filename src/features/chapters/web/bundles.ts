import type { FilesInBundles } from '#web/bundles.ts';

/** The files of this feature that are loaded together with others. */
export const bundles: FilesInBundles = {
  'member-story': { files: ['own-drafts.tsx'] },
  moderating: { files: ['chapter-missing.tsx'] },
  'edit-story': { files: ['first-chapter.tsx'] },
};
