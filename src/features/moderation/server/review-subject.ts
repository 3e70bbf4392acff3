import type { Language } from '#core/languages.ts';
import type { Ctx } from '#platform/context.ts';
import type { Rule } from '../model/restriction.ts';
import type { SubjectKind } from '../model/review-status.ts';

/** The content of a review. */
export interface ReviewMaterial {
  title: string;
  /** By field, in reading order. */
  texts: { field: string; text: string }[];
  coverKey: string | null;
  language: Language;
  /** True if the author has marked the edit as minor. Omitted if it is not an edit. */
  isMinorEdit?: boolean;
}

/**
 * A kind of subject that is reviewed. Moderation itself knows none: each feature contributes its own, and a missing kind
 * doesn’t compile.
 */
export interface ReviewSubject {
  /**
   * Locks it, and what it belongs to, for a decision in the open transaction. Returns null if this version is no longer
   * in review, or no longer exists.
   */
  lock: (ctx: Ctx, subjectId: string, version: number) => Promise<LockedSubject | null>;
  /** What was submitted in this version, without a lock. Null if `lock` would return null. */
  material: (ctx: Ctx, subjectId: string, version: number) => Promise<ReviewMaterial | null>;
  /**
   * Subjects of others that compete with this moderator’s own, so that the moderator must neither decide on them nor
   * see them. Omitted if there is no competition.
   */
  rivalsOf?: (ctx: Pick<Ctx, 'db'>, moderatorId: string) => Promise<string[]>;
}

/** A locked subject, as it was submitted. Call one of the functions in the same transaction. */
export interface LockedSubject {
  /** Publishes it, and notifies the author. */
  approve: () => Promise<void>;
  /** Rejects it with the reason and optionally the rule, and notifies the author. */
  reject: (reason: string, rule?: Rule) => Promise<void>;
}

/** Published texts, to compare a new one with. Provided by the feature that stores them. */
export interface PublishedTexts {
  /** Finds texts that share a band, the most similar first, with the path to read them at. */
  findSimilar: (
    ctx: Pick<Ctx, 'db'>,
    wanted: { bands: number[]; notOfStory: string; limit: number },
  ) => Promise<{ text: string; path: string }[]>;
}

export type ReviewSubjects = Readonly<Record<SubjectKind, ReviewSubject>>;

declare module '#platform/features/feature.ts' {
  interface Registries {
    /** What can be reviewed, by kind. */
    readonly reviewSubjects: ReviewSubjects;
  }
}

declare module '#platform/context.ts' {
  interface Ports {
    readonly publishedTexts: PublishedTexts;
  }
}
