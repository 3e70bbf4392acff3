import type { Ctx } from '#platform/context.ts';
import type { DeletionView } from '../contract-account-deletion.ts';
import type { ContentPolicy } from '../model/account-deletion.ts';

/** A member who is being erased, and what they chose for their texts. */
export interface DeletingMember {
  readonly id: string;
  readonly texts: ContentPolicy;
}

/** One file of an export: its path in the ZIP, and what stands in it (a text as it is, anything else as JSON). */
export interface ExportFile {
  readonly path: string;
  readonly content: unknown;
}

/**
 * What other features do when something happens to an account; filled where the features are put together. But for the last
 * four each is called in the transaction of what happened, with the account locked, so it happens with that or not at all.
 */
export interface AccountEffects<C extends Ctx = Ctx> {
  /** The file with everything of theirs lies ready. */
  exportReady: (ctx: C, accountId: string) => Promise<void>;
  /** The name changed that stands beside the member's work. */
  renamed: (ctx: C, accountId: string) => Promise<void>;
  /** The member is suspended or banned and can do nothing from now on. Comes again when one turns into the other. */
  restricted: (ctx: C, accountId: string) => Promise<void>;
  /** They can act again: the restriction was lifted, or the suspension has come to its end, or they stay after all. */
  lifted: (ctx: C, accountId: string) => Promise<void>;
  /** They want to leave: whatever others wait for passes on; what is theirs stays until the day. */
  leaving: (ctx: C, accountId: string) => Promise<void>;
  /**
   * The day has come, and they cannot come back. Done in steps with a transaction each; every step stands being done again,
   * since the process may end between any two. The name goes last, by the accounts themselves.
   */
  erase: (ctx: C, deletingMember: DeletingMember) => Promise<void>;
  /** What would become of their texts. */
  deletionPreview: (ctx: C, accountId: string) => Promise<DeletionView['deletionPreview']>;
  /** Everything that is theirs, file by file. */
  exportOf: (ctx: C, accountId: string) => AsyncIterable<ExportFile>;
  /** The decision that keeps the member out, for the answer that they are refused with; null when nothing is known of it. */
  whyRestricted: (ctx: Pick<Ctx, 'db'>, accountId: string) => Promise<RestrictionTold | null>;
  /** What keeps the member out at this moment, but for the decision `except`: a ban, else the suspension that ends last. */
  activeRestriction: (ctx: Pick<Ctx, 'db'>, accountId: string, except?: string) => Promise<StandingDecision | null>;
}

/** A decision against an account that is in force. */
export interface StandingDecision {
  action: 'suspend' | 'ban';
  reason: string;
  until: Date | null;
}

/** What a restricted member is told beside reason and end; the names are those of the wire. */
export interface RestrictionTold {
  restrictionId: string;
  rule: string;
  excerpt: string;
  decidedAt: string;
  appealUntil: string;
  /** The work that it was for; nulls where it was for none. */
  storyId: string | null;
  chapterId: string | null;
  title: string | null;
}

export type AccountCtx = Ctx & { accountEffects: AccountEffects };
