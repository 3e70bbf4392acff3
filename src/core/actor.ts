export const ROLES = ['moderator', 'administrator'] as const;
export type MemberRole = (typeof ROLES)[number];

/** Who is calling: a member with a living session. Roles come from the database at every call, never from the token. */
export interface Actor {
  readonly id: string;
  readonly username: string;
  /** `NO_SESSION` for a restricted member who came by their appeal token; they reach the calls of access `account` only. */
  readonly sessionId: string;
  /** The appeal token was given to who had just signed in, and not to who had a session. */
  readonly hasSignedIn?: boolean;
  readonly roles: readonly MemberRole[];
}

/** The id of no session. */
export const NO_SESSION = '0';

/** Administrators may whatever moderators may. */
export function isModerator(actor: Actor | null): actor is Actor {
  return actor?.roles.some((role) => role === 'moderator' || role === 'administrator') ?? false;
}

export function isAdministrator(actor: Actor | null): actor is Actor {
  return actor?.roles.includes('administrator') ?? false;
}
