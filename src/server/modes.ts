import { branchMembership, branchMode } from '#features/branch/server/index.ts';
import { soloRules } from '#features/chapters/model/writing-mode-rules.ts';
import { bindMode, lineOrder, plainMode, type WritingModes } from '#features/chapters/server/index.ts';
import { competitionMode, contestMembership } from '#features/contest/server/index.ts';
import { type MembershipOfModes, plainMembership } from '#features/participation/server/index.ts';
import { relayMembership, relayMode } from '#features/relay/server/index.ts';

/** The four writing modes with their rules. If one is missing, this doesn’t compile. */
export const modes: WritingModes = {
  solo: bindMode({ ...soloRules, ...plainMode }),
  relay: bindMode({ ...relayMode, order: lineOrder }),
  branch: bindMode(branchMode),
  competition: bindMode(competitionMode),
};

/** What joining and leaving mean in each mode. */
export const membershipEffects: MembershipOfModes = {
  solo: plainMembership,
  relay: relayMembership,
  branch: branchMembership,
  competition: contestMembership,
};
