import type { Language } from '#core/languages.ts';
import type { AccountCtx } from '#features/accounts/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { RestrictionAction, Rule, TargetKind } from '../model/restriction.ts';
import type { ModerationCtx } from './review-subject.ts';

/** What can be reported and restricted, as it stands. */
export interface RestrictableTarget {
  kind: TargetKind;
  id: string;
  ownerId: string;
  /** Of the story, chapter or entry; null for a member, whose name is read where it stands. */
  title: string | null;
  language: Language | null;
  storyId: string | null;
  chapterId: string | null;
  /** What the notice names it by, beside the title. */
  names: Readonly<Record<string, string | number>>;
  /** The world can read it. */
  isPublic: boolean;
  /** As the world reads it, or did before it was taken away. */
  texts: { field: string; text: string }[];
}

/** A decision as it is made. */
export interface RestrictionInput {
  action: RestrictionAction;
  rule: Rule;
  reason: string;
  excerpt: string;
  /** The end of a suspension. */
  until: Date | null;
}

export interface LiftInput {
  restrictionId: string;
  reason: string;
  /** An appeal was granted: of an account the mail says so. */
  byAppeal: boolean;
}

/**
 * A kind of thing that is reported and restricted. Moderation knows members alone: each feature gives its own, and they are
 * put together in one complete map, so a missing one does not compile. Whom it meets is told by moderation; who else has
 * to know, by the feature.
 */
export interface Restrictable<C extends Ctx = Ctx> {
  /** Null where there is none, or no more. */
  find: (ctx: Pick<Ctx, 'db'>, id: string) => Promise<RestrictableTarget | null>;
  /** Takes it away, locked, in the open transaction. Errors: target_not_found, wrong_state, own_work. */
  restrict: (ctx: C, id: string, act: RestrictionInput) => Promise<void>;
  /** Brings it back as it was, in the open transaction; false where that cannot be any more. */
  lift: (ctx: C, id: string, act: LiftInput) => Promise<boolean>;
}

export type Restrictables<C extends Ctx = Ctx> = Record<TargetKind, Restrictable<C>>;
/** What the moderation queue works with. */
export type ModerationQueueCtx = ModerationCtx & AccountCtx & { restrictables: Restrictables };
