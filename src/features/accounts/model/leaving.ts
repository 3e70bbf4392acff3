/** What becomes of a member's texts when they leave: all stay by "former author", or those go that nobody built on. */
export const TEXT_FATES = ['keep', 'delete'] as const;
export type TextFate = (typeof TEXT_FATES)[number];
