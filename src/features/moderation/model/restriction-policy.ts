import { type Actor, isModerator, type MemberRole } from '#core/actor.ts';
import { allow, type Decision, deny } from '#core/decision.ts';
import { after } from '#core/time.ts';
import { DECISION_BLOCKERS, type DecisionBlocker } from './queue.ts';
import { APPEAL_WITHIN, type TargetKind } from './restriction.ts';

/** Something that can be reported or restricted. */
export interface TargetFacts {
  kind: TargetKind;
  /** Whose work it is; of a member, they themself. */
  ownerId: string;
  ownerRoles: readonly MemberRole[];
  /** The world can read it. */
  isPublic: boolean;
}

/** Members report what they can read, and not themselves. */
export function canReport(actor: Actor | null, target: TargetFacts): Decision {
  if (actor === null) return deny('login_required');
  if (!target.isPublic) return deny('target_not_found');
  return actor.id === target.ownerId ? deny('own_target') : allow;
}

/** Moderators decide about others; who keep order are judged by administrators alone. */
export function canRestrict(actor: Actor | null, target: Omit<TargetFacts, 'isPublic'>): Decision {
  if (!isModerator(actor)) return deny('forbidden');
  if (actor.id === target.ownerId) return deny('own_work');
  const isColleague = target.kind === 'member' && target.ownerRoles.length > 0;
  return isColleague && !actor.roles.includes('administrator') ? deny('not_over_moderators') : allow;
}

export interface RestrictionFacts {
  kind: TargetKind;
  /** Whom it meets. */
  accountId: string;
  accountRoles: readonly MemberRole[];
  /** Null: by the command line. */
  decidedBy: string | null;
}

/** Who may decide it may undo it, and whoever did may think better of it; whom it meets may not. */
export function canLift(actor: Actor | null, { kind, accountId, accountRoles }: RestrictionFacts): Decision {
  return canRestrict(actor, { kind, ownerId: accountId, ownerRoles: accountRoles });
}

/** An appeal is heard by somebody who has not decided already (product §10). */
export function canDecideAppeal(actor: Actor | null, restriction: RestrictionFacts): Decision {
  const lifts = canLift(actor, restriction);
  return lifts.ok && actor?.id === restriction.decidedBy ? deny('own_decision') : lifts;
}

/** A report is answered by anybody but whom it is about; who competes with them learns of it what all do. */
export function canCloseReport(actor: Actor | null, report: { accountId: string; isRival: boolean }): Decision {
  if (!isModerator(actor)) return deny('forbidden');
  if (report.isRival) return deny('case_not_found');
  return actor.id === report.accountId ? deny('own_work') : allow;
}

/** Why a moderator cannot decide about an appeal, as it is said before they try. */
export function appealBlockerOf(viewer: Actor, restriction: RestrictionFacts): DecisionBlocker | null {
  if (restriction.accountId === viewer.id) return 'about_you';
  const decision = canDecideAppeal(viewer, restriction);
  return DECISION_BLOCKERS.find((blocker) => !decision.ok && decision.code === blocker) ?? null;
}

export interface AppealFacts extends Pick<RestrictionFacts, 'accountId'> {
  decidedAt: Date;
  lifted: boolean;
  /** There is an appeal already. */
  appealed: boolean;
}

/** Whom it meets appeals once, within 6 months; what was lifted needs none. Others do not learn of it. */
export function canAppeal(actor: Actor | null, restriction: AppealFacts, now: Date): Decision {
  if (actor?.id !== restriction.accountId) return deny('restriction_not_found');
  if (restriction.appealed) return deny('already_appealed');
  if (restriction.lifted) return deny('wrong_state');
  return now > appealUntil(restriction.decidedAt) ? deny('appeal_too_late') : allow;
}

export function appealUntil(decidedAt: Date): Date {
  return after(decidedAt, APPEAL_WITHIN);
}
