import { allow, deny } from '#core/decision.ts';
import type { WritingModeRules } from '#features/chapters/model/writing-mode-rules.ts';

/** A single author writes everything. */
export const soloRules = {
  canWrite: (actor, { story }) => (actor?.id === story.creatorId ? allow : deny('forbidden')),
} satisfies WritingModeRules;
