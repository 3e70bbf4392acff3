import { CONTEST_BOUNDS } from '#features/stories/model/contest-rules.ts';
import type { ModeModel } from '#features/stories/model/mode-model.ts';

/** Competition: every chapter after the first is chosen by a vote, in rounds. */
export const competitionModel: ModeModel = {
  id: 'competition',
  isShared: true,
  shape: 'line',
  // Rounds depend on the chapters that they chose.
  keepsChapters: true,
  settings: {
    joinPolicy: 'open',
    participants: { min: 2, max: 50, default: 50 },
    units: { min: 300, max: 3000 },
    turnDays: null,
    rounds: CONTEST_BOUNDS,
  },
  mark: { path: 'M2 5c8 0 8 7 13 7M2 12h20M2 19c8 0 8-7 13-7', knots: [[15, 12, 3]] },
  dye: 'weld',
  loadThreads: async () => (await import('./cover-threads.ts')).drawCompetitionThreads,
};
