/** Targets of this feature in the permission matrix. */
export type MessageTarget = 'own message' | 'message';
