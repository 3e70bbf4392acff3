import { closedModeRules, soloRules, type WritingModes } from '#features/chapters/model/writing-mode-rules.ts';

/** The four modes with their rules. A mode that is missing here does not compile. */
export const modes: WritingModes = {
  solo: soloRules,
  relay: closedModeRules,
  branch: closedModeRules,
  competition: closedModeRules,
};
