import { type Actor, isModerator, type MemberRole } from '#core/actor.ts';
import { allow, type Decision, deny } from '#core/decision.ts';
import { after } from '#core/time.ts';
import { DECISION_BLOCKERS, type DecisionBlocker } from './queue.ts';
import { APPEAL_WITHIN, type TargetKind } from './restriction.ts';

/** The facts about a subject that can be reported or restricted. */
export interface TargetFacts {
  kind: TargetKind;
  /** Id of the author. For a member, their own id. */
  ownerId: string;
  ownerRoles: readonly MemberRole[];
  /** True if readers can see it. */
  isPublic: boolean;
}

/** Members can report what they can read, except themselves and their own work. */
export function canReport(actor: Actor | null, target: TargetFacts): Decision {
  if (actor === null) return deny('login_required');
  if (!target.isPublic) return deny('target_not_found');
  return actor.id === target.ownerId ? deny('own_target') : allow;
}

/** Moderators decide about others. Only admins decide about moderators and admins. */
export function canRestrict(actor: Actor | null, target: Omit<TargetFacts, 'isPublic'>): Decision {
  if (!isModerator(actor)) return deny('forbidden');
  if (actor.id === target.ownerId) return deny('own_work');
  const isColleague = target.kind === 'member' && target.ownerRoles.length > 0;
  return isColleague && !actor.roles.includes('administrator') ? deny('not_over_moderators') : allow;
}

export interface RestrictionFacts {
  kind: TargetKind;
  /** The member whom the decision is about. */
  accountId: string;
  accountRoles: readonly MemberRole[];
  /** Null if it was made on the command line. */
  decidedBy: string | null;
}

/** Anyone who could make the decision can reverse it, including the moderator who made it. Its subject can’t. */
export function canLift(actor: Actor | null, { kind, accountId, accountRoles }: RestrictionFacts): Decision {
  return canRestrict(actor, { kind, ownerId: accountId, ownerRoles: accountRoles });
}

/** An appeal is decided by a moderator who didn’t make the decision (product §10). */
export function canDecideAppeal(actor: Actor | null, restriction: RestrictionFacts): Decision {
  const lifts = canLift(actor, restriction);
  return lifts.ok && actor?.id === restriction.decidedBy ? deny('own_decision') : lifts;
}

/** Any moderator can close a report, except about themselves. To a rival, the case doesn’t exist. */
export function canCloseReport(actor: Actor | null, report: { accountId: string; isRival: boolean }): Decision {
  if (!isModerator(actor)) return deny('forbidden');
  if (report.isRival) return deny('case_not_found');
  return actor.id === report.accountId ? deny('own_work') : allow;
}

/** Why a moderator can’t decide an appeal, to show it in advance. */
export function appealBlockerOf(viewer: Actor, restriction: RestrictionFacts): DecisionBlocker | null {
  if (restriction.accountId === viewer.id) return 'about_you';
  const decision = canDecideAppeal(viewer, restriction);
  return DECISION_BLOCKERS.find((blocker) => !decision.ok && decision.code === blocker) ?? null;
}

export interface AppealFacts extends Pick<RestrictionFacts, 'accountId'> {
  decidedAt: Date;
  lifted: boolean;
  /** True if there is an appeal already. */
  appealed: boolean;
}

/**
 * The subject of a decision can appeal once, within 6 months, unless it has been reversed. To others, the decision
 * doesn’t exist.
 */
export function canAppeal(actor: Actor | null, restriction: AppealFacts, now: Date): Decision {
  if (actor?.id !== restriction.accountId) return deny('restriction_not_found');
  if (restriction.appealed) return deny('already_appealed');
  if (restriction.lifted) return deny('wrong_state');
  return now > appealUntil(restriction.decidedAt) ? deny('appeal_too_late') : allow;
}

export function appealUntil(decidedAt: Date): Date {
  return after(decidedAt, APPEAL_WITHIN);
}
