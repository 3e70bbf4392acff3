import type { Language } from '#core/languages.ts';
import type { Ctx } from '#platform/context.ts';
import type { Law } from '../model/law.ts';
import type { FoundBy, RestrictionAction, Rule, TargetKind } from '../model/restriction.ts';

/** A subject that can be reported and restricted, in its current state. */
export interface RestrictableTarget {
  kind: TargetKind;
  id: string;
  ownerId: string;
  /** Title of the story, chapter or entry. Null for a member, whose current username is used. */
  title: string | null;
  language: Language | null;
  storyId: string | null;
  chapterId: string | null;
  /** Names for the notification, besides the title. */
  names: Readonly<Record<string, string | number>>;
  /** True if readers can see it. */
  isPublic: boolean;
  /** The texts as readers see them, or saw them before it was restricted. */
  texts: { field: string; text: string }[];
}

/** The input of a decision. */
export interface RestrictionInput {
  action: RestrictionAction;
  rule: Rule;
  reason: string;
  excerpt: string;
  /** End of a suspension. Null for everything else. */
  until: Date | null;
  /** How it came about. */
  foundBy: FoundBy;
  /** The law that it is based on besides the rule, and of which country. Nulls if on none. */
  law: Law | null;
  country: string | null;
}

export interface LiftInput {
  restrictionId: string;
  reason: string;
  /** True if an appeal was granted. For an account, the email about the appeal says so. */
  byAppeal: boolean;
}

/**
 * A kind of subject that can be reported and restricted. Moderation itself only knows members. The other features
 * provide theirs in one complete map, so that a missing one is a type error. Moderation notifies the subject’s owner,
 * the feature notifies others.
 */
export interface Restrictable {
  /** Null if it doesn’t exist, or no longer does. */
  find: (ctx: Pick<Ctx, 'db'>, id: string) => Promise<RestrictableTarget | null>;
  /** Locks and restricts it in the open transaction. Throws target_not_found, wrong_state or own_work. */
  restrict: (ctx: Ctx, id: string, act: RestrictionInput) => Promise<void>;
  /** Restores it in the open transaction. Returns false if that is no longer possible. */
  lift: (ctx: Ctx, id: string, act: LiftInput) => Promise<boolean>;
}

export type Restrictables = Readonly<Record<TargetKind, Restrictable>>;

declare module '#platform/features/feature.ts' {
  interface Registries {
    /** What can be reported and restricted, by kind. */
    readonly restrictables: Restrictables;
  }
}
