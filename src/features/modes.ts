import { branchModel } from './branch/model/mode.ts';
import { competitionModel } from './contest/model/mode.ts';
import { relayModel } from './relay/model/mode.ts';
import { soloModel } from './solo/model/mode.ts';
import type { ModeModels } from './stories/model/mode-model.ts';

/** The models of all writing modes, in the order in which the site explains them. */
export const MODES: ModeModels = {
  solo: soloModel,
  relay: relayModel,
  branch: branchModel,
  competition: competitionModel,
};
