/** What becomes of a member's texts when they leave: all stay by "former author", or those go that nobody built on. */
export const CONTENT_POLICIES = ['keep', 'delete'] as const;
export type ContentPolicy = (typeof CONTENT_POLICIES)[number];
