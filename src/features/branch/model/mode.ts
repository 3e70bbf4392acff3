import type { ModeModel } from '#features/stories/model/mode-model.ts';

declare module '#features/stories/model/writing-mode.ts' {
  interface WritingModes {
    branch: true;
  }
}

/** Branch: the chapters form a tree, and any participant can continue it after any chapter. */
export const branchModel: ModeModel = {
  id: 'branch',
  introduced: 3,
  isShared: true,
  shape: 'tree',
  keepsChapters: false,
  hasRounds: false,
  settings: {
    joinPolicy: 'open',
    participants: null,
    units: { min: 100, max: 5000 },
    own: { rules: {}, viewedAs: null },
  },
  mark: { path: 'M2 12h5c5 0 5-7 15-7M7 12h15M7 12c5 0 5 7 15 7', knots: [] },
  dye: 'verdigris',
  loadThreads: async () => (await import('./cover-threads.ts')).drawBranchThreads,
};
