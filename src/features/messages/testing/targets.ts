/** What the acts of the permission matrix can be tried on, of this feature. */
export type MessageTarget = 'own message' | 'message';
