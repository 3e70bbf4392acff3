import type { FilesInBundles } from '#web/bundles.ts';

/** The files of this feature that are loaded together with others. */
export const bundles: FilesInBundles = {
  story: { files: ['running-round.tsx', 'round-watch.tsx'] },
  'member-story': { files: ['member-round.tsx', 'creator-round.tsx', 'member-write-entry.tsx'] },
  chapter: { files: ['round-watch.tsx'] },
  'member-voting': {
    files: [
      'ballot/member-ballot.tsx',
      'ballot/end-of-vote.tsx',
      'ballot/entry-vote.tsx',
      'ballot/second-sheet.tsx',
      'result/member-vote.tsx',
      'own-entry-link.tsx',
      'audit/member-audit-link.tsx',
    ],
  },
  profile: { files: ['own-submissions.tsx'], texts: ['submission'] },
  moderation: { files: ['audit/round-audit-page.tsx'] },
};
