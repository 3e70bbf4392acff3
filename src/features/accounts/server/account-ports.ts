import type { Ctx } from '#platform/context.ts';
import type { DeletionView } from '../contract-account-deletion.ts';

/** A decision against an account that is in force. */
export interface StandingDecision {
  action: 'suspend' | 'ban';
  reason: string;
  until: Date | null;
}

/** Details for a restricted member besides reason and end. Field names are those of the API. */
export interface RestrictionTold {
  restrictionId: string;
  rule: string;
  excerpt: string;
  /** How it came about. Null for old decisions. */
  foundBy: string | null;
  /** Whether a machine decided. */
  automated: boolean;
  decidedAt: string;
  appealUntil: string;
  /** The work that the decision was about. Nulls if it wasn’t about a work. */
  storyId: string | null;
  chapterId: string | null;
  title: string | null;
}

/** The record of decisions against accounts. */
export interface RestrictionRecord {
  /** Returns the decision that restricts the member, for the error they get. Null if there is no record of it. */
  why: (ctx: Pick<Ctx, 'db'>, accountId: string) => Promise<RestrictionTold | null>;
  /**
   * Returns the restriction that currently applies, ignoring the decision `except`: a ban, or else the suspension that
   * ends last.
   */
  active: (ctx: Pick<Ctx, 'db'>, accountId: string, except?: string) => Promise<StandingDecision | null>;
}

declare module '#platform/context.ts' {
  interface Ports {
    readonly restrictionRecord: RestrictionRecord;
    /** Counts what would happen to the member’s writing. */
    readonly deletionPreview: (ctx: Ctx, accountId: string) => Promise<DeletionView['deletionPreview']>;
  }
}
