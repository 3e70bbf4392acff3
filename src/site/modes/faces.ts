import { branchFace } from '#features/branch/web/face.ts';
import { competitionFace } from '#features/contest/web/face.ts';
import { MODES } from '#features/modes.ts';
import { relayFace } from '#features/relay/web/face.ts';
import { soloFace } from '#features/solo/web/face.ts';
import type { WebModes } from '#features/stories/web/modes.ts';

/** What every page knows about the writing modes. A missing mode doesn’t compile. */
export const WEB_MODES: WebModes = {
  models: MODES,
  faces: { solo: soloFace, relay: relayFace, branch: branchFace, competition: competitionFace },
};
