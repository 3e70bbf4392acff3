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

/**
 * Emitted in the transaction of what has happened, so both happen or neither, except `account.restricted` before an
 * erasure and `account.lifted` after a canceled deletion, which come without one. Listeners lock many stories, so they
 * take one transaction for each (`inTransaction`).
 */
declare module '#platform/features/events.ts' {
  interface Events {
    /** The username that is shown beside the member’s work has changed. */
    'account.renamed': { readonly accountId: string };
    /**
     * The member is suspended or banned, and can do nothing from now on. Also emitted when one turns into the other, and
     * before an erasure. A restricted member must not block others, so they keep nothing that others wait for.
     */
    'account.restricted': { readonly accountId: string };
    /**
     * The member can act again: a restriction was lifted, a suspension has ended, or a deletion was canceled. In the
     * last case a job emits it.
     */
    'account.lifted': { readonly accountId: string };
    /**
     * The deletion is planned: hand over what other members are waiting for. The member’s content stays until the
     * erasure.
     */
    'account.deletion_requested': { readonly accountId: string };
    /** The file with all of the member’s data is ready. */
    'account.export_ready': { readonly accountId: string };
  }
}
