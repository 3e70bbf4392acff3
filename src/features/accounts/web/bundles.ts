import type { FilesInBundles } from '#web/bundles.ts';

/** The files of this feature that are loaded together with others. */
export const bundles: FilesInBundles = {
  plain: { files: ['login/login-form.ts'] },
  signup: { files: ['account-dialog.tsx'] },
  dialogs: { files: ['account-gate.tsx', 'deletion-banner.tsx', 'restriction.ts'] },
  profile: { files: ['your-texts.tsx'], texts: ['leaving'] },
};
