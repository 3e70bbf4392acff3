import type { FilesInBundles } from '#web/bundles.ts';

/** The files of this feature that are loaded together with others. */
export const bundles: FilesInBundles = {
  messages: { files: ['inbox-link.tsx'], texts: ['news'] },
  profile: { files: ['news-row.tsx'], texts: ['news'] },
};
