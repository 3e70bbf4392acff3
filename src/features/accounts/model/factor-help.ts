import { type Actor, isAdministrator, type MemberRole } from '#core/actor.ts';
import { allow, type Decision, deny } from '#core/decision.ts';
import { line, lines } from '#core/text-rules.ts';
import { DAY } from '#core/time.ts';

/**
 * Help for members who have lost their second factors: an administrator asks for their removal. It takes a week, with an
 * email every day, so that the owner can stop what a stranger has talked an administrator into.
 */
export const FACTOR_REMOVAL_WAIT = 7 * DAY;
export const FACTOR_REMOVAL_MAIL_EVERY = DAY;

export const HELP_REASON_MIN = 10;
export const HELP_REASON_MAX = 1000;

/** Why an administrator removes them, for the log: how the member has shown who they are. */
export const helpReason = lines({
  min: HELP_REASON_MIN,
  max: HELP_REASON_MAX,
  empty: 'help_reason_empty',
  tooShort: 'help_reason_too_short',
  tooLong: 'too_long',
});
export const helpedName = line({ max: 50, empty: 'username_empty' });

/** Why an administrator can’t remove the second factors of a member. */
export const HELP_BLOCKERS = ['own_factors', 'not_over_administrators', 'no_factors', 'already_asked'] as const;
export type HelpBlocker = (typeof HELP_BLOCKERS)[number];

export interface HelpedMember {
  readonly id: string;
  readonly roles: readonly MemberRole[];
  readonly hasFactor: boolean;
  readonly isAsked: boolean;
}

/** True if no administrator may remove the factors of a member with these roles, also if that was planned before. */
export const isBeyondHelp = (roles: readonly MemberRole[]): boolean => roles.includes('administrator');

/**
 * Administrators help members and moderators. Not themselves, and not each other: one whose session was stolen could
 * otherwise open the account of another. The command line can help administrators.
 */
export function canRemoveFactors(actor: Actor | null, member: HelpedMember): Decision {
  if (!isAdministrator(actor)) return deny('forbidden');
  if (actor.id === member.id) return deny('own_factors');
  if (isBeyondHelp(member.roles)) return deny('not_over_administrators');
  if (member.isAsked) return deny('already_asked');
  return member.hasFactor ? allow : deny('no_factors');
}

/** Why an administrator can’t, to show it in advance. Null if they can. */
export function helpBlockerOf(actor: Actor | null, member: HelpedMember): HelpBlocker | null {
  const decision = canRemoveFactors(actor, member);
  return HELP_BLOCKERS.find((blocker) => !decision.ok && decision.code === blocker) ?? null;
}
