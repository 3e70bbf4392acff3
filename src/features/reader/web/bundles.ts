import type { FilesInBundles } from '#web/bundles.ts';

/** The files of this feature that are loaded together with others. */
export const bundles: FilesInBundles = {
  resume: { files: ['resume/resume.ts'] },
  aids: { files: ['aids/aids.ts'] },
  dialogs: { files: ['places-moved.tsx'] },
  story: { files: ['own-reading.tsx', 'chapter-marks.tsx'] },
  'member-story': { files: ['member-reading.tsx'] },
  'member-chapter': { files: ['reader-actions.tsx', 'member-reading.tsx'], texts: ['reader'] },
  moderating: { files: ['hidden-chapter.tsx'] },
};
