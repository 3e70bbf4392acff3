import type { FilesInBundles } from '#web/bundles.ts';

/** The files of this feature that are loaded together with others. */
export const bundles: FilesInBundles = {
  dialogs: { files: ['feedback-dialog.tsx', 'report-dialog.tsx', 'restricted-account.tsx'] },
  moderating: { files: ['moderator-actions.tsx', 'restricted-content.tsx'] },
  profile: { files: ['own-restrictions.tsx'] },
  moderation: { files: ['cases.ts'] },
};
