import type { FilesInBundles } from '#web/bundles.ts';

/** The files of this feature that are loaded together with others. */
export const bundles: FilesInBundles = {
  needs: { files: ['needs/needs.ts'] },
  'member-user': { files: ['invite-to-story.tsx'] },
  'edit-story': { files: ['choose-name.tsx'] },
  profile: { files: ['own-settings.tsx'] },
};
