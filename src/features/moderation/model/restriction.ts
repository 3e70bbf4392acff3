import { DAY } from '#core/time.ts';

/** The rules that a report names and a decision is based on (spec §9). */
export const RULES = ['pornography', 'violence', 'discrimination', 'plagiarism', 'spam', 'other'] as const;
export type Rule = (typeof RULES)[number];

/** What moderators can do to a work or a member (product §10). */
export const RESTRICTION_ACTIONS = ['ban_story', 'hide_chapter', 'disqualify', 'take_down', 'suspend', 'ban'] as const;
export type RestrictionAction = (typeof RESTRICTION_ACTIONS)[number];

/** What can be reported. */
export const TARGET_KINDS = ['story', 'chapter', 'submission', 'translation', 'member'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

/** The kind of subject of each action. */
export const TARGET_OF = {
  ban_story: 'story',
  hide_chapter: 'chapter',
  disqualify: 'submission',
  take_down: 'translation',
  suspend: 'member',
  ban: 'member',
} as const satisfies Record<RestrictionAction, TargetKind>;

/** How a decision came about: through a public report, a member’s report, or a moderator who saw it. */
export const FOUND_BY = ['public_report', 'report', 'moderator'] as const;
export type FoundBy = (typeof FOUND_BY)[number];
/** Whether a machine makes decisions. The automatic check can only approve a text, or pass it on to a moderator. */
export const DECIDES_AUTOMATICALLY = false;

/** Possible lengths of a suspension, in days. */
export const SUSPENSION_DAYS = [1, 7, 30] as const;

export const EXCERPT_MAX = 500;
export const REPORT_DETAIL_MAX = 2000;
export const APPEAL_MIN = 10;
export const APPEAL_MAX = 2000;
/** A decision can be appealed for 6 months, counted as the longest 6 months there are (product §10, DSA Art. 20). */
export const APPEAL_WITHIN = 184 * DAY;
