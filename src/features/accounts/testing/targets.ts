/** Targets of this feature in the permission matrix. */
export type AccountTarget = 'own account' | 'member' | 'session' | 'moderator' | 'administrator';

export const member = (userId: string) => ({ userId });
