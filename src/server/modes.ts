import { branchMembership, branchMode } from '#features/branch/server/index.ts';
import { soloRules } from '#features/chapters/model/writing-mode-rules.ts';
import { lineOrder, plainMode, type WritingModes } from '#features/chapters/server/index.ts';
import { competitionMode, contestMembership } from '#features/contest/server/index.ts';
import { type ParticipationCtx, plainMembership } from '#features/participation/server/index.ts';
import { relayMembership, relayMode } from '#features/relay/server/index.ts';

/** The four modes with their rules. A mode that is missing here does not compile. */
export const modes: WritingModes = {
  solo: { ...soloRules, ...plainMode },
  relay: { ...relayMode, order: lineOrder },
  branch: { ...branchMode },
  competition: competitionMode,
};

/** What coming and going means in each mode. */
export const membershipEffects: ParticipationCtx['membershipEffects'] = {
  solo: plainMembership,
  relay: relayMembership,
  branch: branchMembership,
  competition: contestMembership,
};
