/** The ids of the writing modes (spec §1). */
export const WRITING_MODES = ['relay', 'competition', 'branch', 'solo'] as const;
export type WritingMode = (typeof WRITING_MODES)[number];

/** Something of each mode. Only the lists of modes have a value of this type; a missing mode doesn’t compile. */
export type ByMode<T> = Readonly<Record<WritingMode, T>>;

/** Whether a text from a URL or from browser storage is a writing mode. */
export function isWritingMode(text: string | undefined): text is WritingMode {
  return WRITING_MODES.some((mode) => mode === text);
}
