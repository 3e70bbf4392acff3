import type { FilesInBundles } from '#web/bundles.ts';

/** The files of this feature that are loaded together with others. */
export const bundles: FilesInBundles = {
  'story-map': { files: ['map/story-map.tsx'] },
  story: { files: ['own-branch.tsx'] },
  'member-story': { files: ['participant-known.tsx', 'member-write-link.tsx'] },
  'edit-chapter': { files: ['editor.tsx'] },
  'member-chapter': { files: ['read-ways.tsx', 'member-write-row.tsx'] },
};
