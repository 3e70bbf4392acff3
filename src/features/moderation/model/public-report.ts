import type { FieldIssue } from '#core/errors.ts';
import { type Law, URGENT_LAW } from './law.ts';
import { APPEAL_WITHIN, type Rule } from './restriction.ts';

export const REPORTER_NAME_MAX = 100;
export const PASSAGE_MAX = 1000;
export const PUBLIC_DETAIL_MIN = 10;
export const PUBLIC_DETAIL_MAX = 2000;
/** Why it should not be on the site. */
export const GROUNDS = ['rule', 'law'] as const;
export type Ground = (typeof GROUNDS)[number];

/** How long the name and the address of a visitor are kept after the case was closed: as long as they can object. */
export const REPORTER_KEPT = APPEAL_WITHIN;

/** Why a report says that something should not be on the site: a rule, or the law of a country. */
export interface ReportGround {
  readonly ground: Ground;
  readonly rule?: Rule | undefined;
  readonly law?: Law | undefined;
  readonly country?: string | undefined;
}

/** Returns what is missing in the ground of a report, by field. */
export function groundProblem({ ground, rule, law, country }: ReportGround): Record<string, FieldIssue> | null {
  if (ground === 'rule') return rule ? null : { rule: { code: 'decision_rule' } };
  const missing = { ...(law ? {} : { law: { code: 'law' } }), ...(country ? {} : { country: { code: 'country' } }) };
  return Object.keys(missing).length > 0 ? missing : null;
}

/** Returns whether visitors have to say who they are. */
export function needsName({ ground, law }: Pick<ReportGround, 'ground' | 'law'>): boolean {
  return ground !== 'law' || law !== URGENT_LAW;
}
