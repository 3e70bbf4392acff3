import type { FilesInBundles } from '#web/bundles.ts';

/** The files of this feature that are loaded together with others. */
export const bundles: FilesInBundles = {
  story: { files: ['running-turn.tsx'] },
  'member-story': { files: ['turn-actions.tsx', 'own-turn.tsx'] },
  'edit-chapter': { files: ['editor.tsx'] },
};
