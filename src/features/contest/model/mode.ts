import type { ModeModel } from '#features/stories/model/mode-model.ts';
import { type StoredSettings, settingOf } from '#features/stories/model/mode-settings.ts';

/** Rules for the rounds of a competition, set by its creator (product §6). Times in hours. */
export interface ContestRules {
  writingHours: number;
  votingHours: number;
  /** Minimum number of writers to start a round, including the creator. */
  minParticipants: number;
}

declare module '#features/stories/model/mode-settings.ts' {
  interface ModeSettings extends ContestRules {}
  interface ModeSettingViews {
    /** Rules of the rounds of a competition; null in the other modes. */
    contest: ContestRules | null;
  }
}

/** The bounds of a number of hours. The largest are whole days, and the message states them in days. */
const hours = (min: number, max: number) => ({
  min,
  max,
  issue: { code: 'hours_bounds', params: { min, max, days: max / 24 } },
});

export const CONTEST_RULES = {
  writingHours: { ...hours(1, 30 * 24), default: 72 },
  votingHours: { ...hours(1, 14 * 24), default: 48 },
  minParticipants: {
    min: 2,
    max: 50,
    default: 3,
    issue: { code: 'participants_bounds', params: { min: 2, max: 50 } },
    isGroup: true,
  },
} as const;

/** Returns the rules for the rounds of a story. */
export function contestRulesOf(story: { readonly modeSettings: StoredSettings }): ContestRules {
  return {
    writingHours: settingOf(CONTEST_RULES, 'writingHours', story),
    votingHours: settingOf(CONTEST_RULES, 'votingHours', story),
    minParticipants: settingOf(CONTEST_RULES, 'minParticipants', story),
  };
}

declare module '#features/stories/model/writing-mode.ts' {
  interface WritingModes {
    competition: true;
  }
}

/** Competition: every chapter after the first is chosen by a vote, in rounds. */
export const competitionModel: ModeModel = {
  id: 'competition',
  introduced: 4,
  isShared: true,
  shape: 'line',
  // Rounds depend on the chapters that they chose.
  keepsChapters: true,
  hasRounds: true,
  settings: {
    joinPolicy: 'open',
    participants: { min: 2, max: 50, default: 50 },
    units: { min: 300, max: 3000 },
    own: { rules: CONTEST_RULES, viewedAs: 'contest' },
  },
  mark: { path: 'M2 5c8 0 8 7 13 7M2 12h20M2 19c8 0 8-7 13-7', knots: [[15, 12, 3]] },
  dye: 'weld',
  loadThreads: async () => (await import('./cover-threads.ts')).drawCompetitionThreads,
};
