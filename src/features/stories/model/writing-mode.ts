/** The four ways of writing a story (spec §1). */
export const WRITING_MODES = ['relay', 'competition', 'branch', 'solo'] as const;
export type WritingMode = (typeof WRITING_MODES)[number];
