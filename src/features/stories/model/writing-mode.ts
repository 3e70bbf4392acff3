/** The four ways of writing a story (spec §1). */
export const WRITING_MODES = ['relay', 'competition', 'branch', 'solo'] as const;
export type WritingMode = (typeof WRITING_MODES)[number];

const OPEN = ['relay', 'branch', 'solo'] as const satisfies readonly WritingMode[];
export type OpenMode = (typeof OPEN)[number];

/** The modes that stories can be begun in. A mode is added here when its rules exist: without them it does not compile. */
export const OPEN_MODES: readonly WritingMode[] = OPEN;
