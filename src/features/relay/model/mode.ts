import type { ModeModel } from '#features/stories/model/mode-model.ts';

/** Relay: several authors write one line of chapters, one turn at a time. */
export const relayModel: ModeModel = {
  id: 'relay',
  isShared: true,
  shape: 'line',
  keepsChapters: false,
  settings: {
    joinPolicy: 'applications',
    participants: { min: 2, max: 20, default: 6 },
    units: { min: 300, max: 3000 },
    turnDays: 7,
    rounds: null,
  },
  mark: {
    path: 'M2 16c2.5 0 3.5-8 7-8s3 8 6.5 8S19 8 22 8',
    knots: [
      [9, 8, 2.7],
      [15.5, 16, 2.7],
    ],
  },
  dye: 'madder',
  loadThreads: async () => (await import('./cover-threads.ts')).drawRelayThreads,
};
