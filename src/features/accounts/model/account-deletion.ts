/**
 * What happens to the writing of a deleted account: all of it stays by “former author”, or what no one built on is
 * deleted.
 */
export const CONTENT_POLICIES = ['keep', 'delete'] as const;
export type ContentPolicy = (typeof CONTENT_POLICIES)[number];
