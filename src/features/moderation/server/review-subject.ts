import type { Language } from '#core/languages.ts';
import type { Ctx } from '#platform/context.ts';
import type { Rule } from '../model/restriction.ts';
import type { SubjectKind } from '../model/review-status.ts';

/** What a review looks at. */
export interface ReviewMaterial {
  title: string;
  /** By field, in the order to read it. */
  texts: { field: string; text: string }[];
  coverKey: string | null;
  language: Language;
  /** Its author says that the edit changes no meaning. Left out where nothing is edited. */
  isMinorEdit?: boolean;
}

/**
 * A kind of thing that is reviewed. Moderation knows none of them: each feature gives its own, and they are put together
 * in one complete map, so a missing one does not compile.
 */
export interface ReviewSubject<C extends Ctx = Ctx> {
  /**
   * Locks it, with what stands above it, for a decision in the open transaction. False when it no longer waits in this
   * version, or is gone.
   */
  lock: (ctx: C, subjectId: string, version: number) => Promise<boolean>;
  /** What was submitted in this version, to be read without a lock; null where `lock` would be false. */
  material: (ctx: C, subjectId: string, version: number) => Promise<ReviewMaterial | null>;
  /**
   * The subjects of others that this moderator must neither decide about nor see, because they compete with them. Left out
   * where nobody competes.
   */
  rivalsOf?: (ctx: Pick<Ctx, 'db'>, moderatorId: string) => Promise<string[]>;
  /** Publishes it, in the open transaction, and tells the author. */
  approve: (ctx: C, subjectId: string) => Promise<void>;
  /** Sends it back with the reason, and the rule where one was named, in the open transaction, and tells the author. */
  reject: (ctx: C, subjectId: string, reason: string, rule?: Rule) => Promise<void>;
}

/** Published texts, for comparing a new one with them. Given by the feature that keeps them. */
export interface PublishedTexts {
  /** Texts that share one of the bands, those that share most of them first, with the address to read them at. */
  findSimilar: (
    ctx: Pick<Ctx, 'db'>,
    wanted: { bands: number[]; notOfStory: string; limit: number },
  ) => Promise<{ text: string; path: string }[]>;
}

export type ReviewSubjects<C extends Ctx = Ctx> = Record<SubjectKind, ReviewSubject<C>>;
export type ModerationCtx = Ctx & { reviewSubjects: ReviewSubjects; publishedTexts: PublishedTexts };
