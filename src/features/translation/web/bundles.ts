import type { FilesInBundles } from '#web/bundles.ts';

/** The files of this feature that are loaded together with others. */
export const bundles: FilesInBundles = {
  profile: { files: ['own-translations.tsx', 'own-reviewing.tsx'], texts: ['review'] },
};
