/** What the acts of the permission matrix can be tried on, of this feature. */
export type AccountTarget = 'own account' | 'member' | 'session' | 'moderator' | 'administrator';

export const member = (userId: string) => ({ userId });
