import { branchPages } from '#features/branch/web/pages.tsx';
import { competitionPages } from '#features/contest/web/pages.tsx';
import type { PagesOfModes } from '#features/reader/web/mode-pages.ts';
import { relayPages } from '#features/relay/web/pages.tsx';
import { soloPages } from '#features/solo/web/pages.tsx';

/** What the server renders for each writing mode. A missing mode doesn’t compile. */
export const MODE_PAGES: PagesOfModes = {
  solo: soloPages,
  relay: relayPages,
  branch: branchPages,
  competition: competitionPages,
};
