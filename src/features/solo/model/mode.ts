import type { ModeModel } from '#features/stories/model/mode-model.ts';

declare module '#features/stories/model/writing-mode.ts' {
  interface WritingModes {
    solo: true;
  }
}

/** Solo: one author writes the whole story. */
export const soloModel: ModeModel = {
  id: 'solo',
  introduced: 1,
  isShared: false,
  shape: 'line',
  keepsChapters: false,
  hasRounds: false,
  settings: {
    joinPolicy: 'invite_only',
    participants: null,
    units: { min: 100, max: 5000 },
    own: { rules: {}, viewedAs: null },
  },
  mark: { path: 'M2 16.5c5 0 12-1.8 12-6.9a3.3 3.3 0 0 0-6.6 0c0 5.1 8.6 6.9 14.6 6.9', knots: [] },
  dye: 'logwood',
  loadThreads: async () => (await import('./cover-threads.ts')).drawSoloThreads,
};
