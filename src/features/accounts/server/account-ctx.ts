import type { Ctx } from '#platform/context.ts';
import type { DeletionView } from '../contract-account-deletion.ts';
import type { ContentPolicy } from '../model/account-deletion.ts';

/** A member whose account is being erased, and their choice for their writing. */
export interface DeletingMember {
  readonly id: string;
  readonly texts: ContentPolicy;
}

/** A file in an export: its path in the ZIP, and its content (text as it is, anything else as JSON). */
export interface ExportFile {
  readonly path: string;
  readonly content: unknown;
}

/**
 * What other features do when something happens to an account. Implemented where the features are put together.
 * `renamed`, `restricted`, `leaving` and `exportReady` run in the transaction of the event, so both happen or neither.
 * So does `lifted`, except after a canceled deletion, where a job calls it.
 */
export interface AccountEffects {
  /** The file with all of the member’s data is ready. */
  exportReady: (ctx: Ctx, accountId: string) => Promise<void>;
  /** The username that is shown beside the member’s work has changed. */
  renamed: (ctx: Ctx, accountId: string) => Promise<void>;
  /** The member is suspended or banned, and can do nothing from now on. Also called when one turns into the other. */
  restricted: (ctx: Ctx, accountId: string) => Promise<void>;
  /** The member can act again: a restriction was lifted, a suspension has ended, or a deletion was canceled. */
  lifted: (ctx: Ctx, accountId: string) => Promise<void>;
  /**
   * The deletion is planned: hand over what other members are waiting for. The member’s content stays until the
   * erasure.
   */
  leaving: (ctx: Ctx, accountId: string) => Promise<void>;
  /**
   * Erases the member’s content; this can’t be undone. Runs in steps with a transaction each. Every step must be
   * repeatable, because the process can end between any two. The accounts feature erases the name afterwards.
   */
  erase: (ctx: Ctx, deletingMember: DeletingMember) => Promise<void>;
  /** Counts what would happen to the member’s writing. */
  deletionPreview: (ctx: Ctx, accountId: string) => Promise<DeletionView['deletionPreview']>;
  /** Yields all of the member’s data, file by file. */
  exportOf: (ctx: Ctx, accountId: string) => AsyncIterable<ExportFile>;
  /** Returns the decision that restricts the member, for the error they get. Null if there is no record of it. */
  whyRestricted: (ctx: Pick<Ctx, 'db'>, accountId: string) => Promise<RestrictionTold | null>;
  /**
   * Returns the restriction that currently applies, ignoring the decision `except`: a ban, or else the suspension that
   * ends last.
   */
  activeRestriction: (ctx: Pick<Ctx, 'db'>, accountId: string, except?: string) => Promise<StandingDecision | null>;
}

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

declare module '#platform/context.ts' {
  interface Ports {
    readonly accountEffects: AccountEffects;
  }
}
