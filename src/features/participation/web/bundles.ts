import type { FilesInBundles } from '#web/bundles.ts';

/** The files of this feature that are loaded together with others. */
export const bundles: FilesInBundles = {
  story: { files: ['join.tsx', 'more-participants.tsx'] },
  'member-story': {
    files: ['invite-users.tsx', 'leave-story.tsx', 'membership-note.tsx', 'member-join.tsx', 'invite-to-published.tsx'],
    texts: ['participation'],
  },
};
