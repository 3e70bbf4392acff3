import type { ModeModel } from '#features/stories/model/mode-model.ts';

/** Lengths of a turn that the creator can choose, in days. */
export const TURN_DAYS = [1, 2, 3, 7, 14] as const;

export const RELAY_RULES = { turnDays: { oneOf: TURN_DAYS, default: 7 } } as const;

declare module '#features/stories/model/mode-settings.ts' {
  interface ModeSettings {
    /** Length of a turn. */
    turnDays: number;
  }
  interface ModeSettingViews {
    /** Length of a turn in a relay; null in the other modes. */
    turnDays: number | null;
  }
}

declare module '#features/stories/model/writing-mode.ts' {
  interface WritingModes {
    relay: true;
  }
}

/** Relay: several authors write one line of chapters, one turn at a time. */
export const relayModel: ModeModel = {
  id: 'relay',
  introduced: 2,
  isShared: true,
  shape: 'line',
  keepsChapters: false,
  hasRounds: false,
  settings: {
    joinPolicy: 'applications',
    participants: { min: 2, max: 20, default: 6 },
    units: { min: 300, max: 3000 },
    own: { rules: RELAY_RULES, viewedAs: null },
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
