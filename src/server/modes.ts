import { branchMode } from '#features/branch/server/index.ts';
import { closedModeRules, soloRules } from '#features/chapters/model/writing-mode-rules.ts';
import { plainMode, type WritingModes } from '#features/chapters/server/index.ts';

const closed = { ...closedModeRules, ...plainMode, isOpen: false } as const;

/** The four modes with their rules. A mode that is missing here does not compile. */
export const modes: WritingModes = {
  solo: { ...soloRules, ...plainMode, isOpen: true },
  // Until its turns are there.
  relay: closed as unknown as WritingModes['relay'],
  branch: branchMode,
  competition: closed,
};
