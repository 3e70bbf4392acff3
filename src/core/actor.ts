export const ROLES = ['moderator', 'administrator'] as const;
export type MemberRole = (typeof ROLES)[number];

/**
 * The caller: a member with an active session. Roles are read from the database on every call, never from the token.
 */
export interface Actor {
  readonly id: string;
  readonly username: string;
  /**
   * `NO_SESSION` for a restricted member who calls with an appeal token. They can only call endpoints with access
   * `account`.
   */
  readonly sessionId: string;
  readonly roles: readonly MemberRole[];
  /** Roles that the member has but can’t use until they set up a second factor. */
  readonly restingRoles?: readonly MemberRole[];
}

/** Session id of callers without a session. */
export const NO_SESSION = '0';

/** Administrators can do everything that moderators can. */
export function isModerator(actor: Actor | null): actor is Actor {
  return actor?.roles.some((role) => role === 'moderator' || role === 'administrator') ?? false;
}

export function isAdministrator(actor: Actor | null): actor is Actor {
  return actor?.roles.includes('administrator') ?? false;
}

/** Returns whether the caller lacks rights only because they have no second factor. */
export function hasRestingRights(actor: Actor | null): boolean {
  return (actor?.restingRoles?.length ?? 0) > 0;
}
