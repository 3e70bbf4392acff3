import { branchModel } from './branch/model/mode.ts';
import { competitionModel } from './contest/model/mode.ts';
import { relayModel } from './relay/model/mode.ts';
import { soloModel } from './solo/model/mode.ts';
import type { ModeModels } from './stories/model/mode-model.ts';
import type { WritingMode } from './stories/model/writing-mode.ts';

/** The models of all writing modes, in the order of choices. A missing mode doesn’t compile. */
export const MODES: ModeModels = {
  relay: relayModel,
  competition: competitionModel,
  branch: branchModel,
  solo: soloModel,
};

/** The ids of all writing modes. */
export const WRITING_MODES: readonly WritingMode[] = Object.values(MODES).map(({ id }) => id);
