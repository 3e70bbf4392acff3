import type { FilesInBundles } from '#web/bundles.ts';

/** The files of this feature that are loaded together with others. */
export const bundles: FilesInBundles = {
  'member-story': { files: ['story-actions.tsx'], texts: ['stories'] },
  messages: { files: ['message-mode.tsx'] },
  moderating: { files: ['story-missing.tsx'] },
  moderation: { files: ['suggestion-case.tsx'] },
};
