/** The four ways of writing a story (spec §1). */
export const WRITING_MODES = ['relay', 'competition', 'branch', 'solo'] as const;
export type WritingMode = (typeof WRITING_MODES)[number];
/** Whether a text, of an address or kept in the browser, is one of the modes. */
export function isWritingMode(text: string | undefined): text is WritingMode {
  return WRITING_MODES.some((mode) => mode === text);
}
