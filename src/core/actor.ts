export const ROLES = ['moderator', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

/** Who is calling: a member with a living session. Roles come from the database at every call, never from the token. */
export interface Actor {
  readonly id: string;
  readonly username: string;
  readonly sessionId: string;
  readonly roles: readonly Role[];
}

/** Administrators may whatever moderators may. */
export function isModerator(actor: Actor | null): actor is Actor {
  return actor?.roles.some((role) => role === 'moderator' || role === 'administrator') ?? false;
}

export function isAdministrator(actor: Actor | null): actor is Actor {
  return actor?.roles.includes('administrator') ?? false;
}
