import { type Actor, isModerator } from '#core/actor.ts';
import { allow, type Decision, deny } from '#core/decision.ts';
import type { Language } from '#core/languages.ts';
import { permits } from '#core/machine.ts';
import {
  type TranslationAction,
  type TranslationKind,
  type TranslationStatus,
  translationMachine,
} from './translation-status.ts';

/** The facts about the original. */
export interface SourceFacts {
  kind: TranslationKind;
  /** True if readers can see it. Hidden chapters and banned stories can’t be translated, reviewed or shown. */
  isPublic: boolean;
  language: Language;
}

export interface TranslationFacts {
  source: SourceFacts;
  language: Language;
  translatorId: string;
  /** Current status. A translation whose lease has expired is `submitted` again. */
  status: TranslationStatus;
  /** The reviewer who has reserved it. Null if there is none. */
  reviewerId: string | null;
  /** True if the original has changed since it was submitted, other than by minor edits. */
  isOutdated: boolean;
  /** True if it was ever published. */
  wasPublic: boolean;
  deleted: boolean;
}

/** Facts about the caller: the languages that they can review into. */
export interface ReviewerFacts {
  languages: ReadonlySet<Language>;
}

const missing = ({ source }: { source: SourceFacts }): Decision =>
  deny(source.kind === 'story' ? 'story_not_found' : 'chapter_not_found');

/** Any member can translate what readers can see, into every language except its own. */
export function canTranslate(source: SourceFacts, language: Language): Decision {
  if (!source.isPublic) return missing({ source });
  return source.language === language ? deny('same_language') : allow;
}

function isTranslator(actor: Actor | null, facts: TranslationFacts): Decision {
  return actor !== null && actor.id === facts.translatorId && !facts.deleted ? allow : deny('translation_not_found');
}

/** A translation can’t change while it is in review. A published one isn’t changed but replaced by a new one. */
function canEditOpenTranslation(actor: Actor | null, facts: TranslationFacts): Decision {
  const mine = isTranslator(actor, facts);
  if (!mine.ok) return mine;
  if (facts.status === 'submitted' || facts.status === 'under_review') return deny('translation_in_review');
  return (facts.status === 'saved' || facts.status === 'rejected') && !facts.wasPublic ? allow : deny('wrong_state');
}

export function canSaveTranslation(actor: Actor | null, facts: TranslationFacts): Decision {
  const mine = isTranslator(actor, facts);
  if (mine.ok && !facts.source.isPublic) return missing(facts);
  if (mine.ok && facts.source.language === facts.language) return deny('same_language');
  return canEditOpenTranslation(actor, facts);
}

/** Doesn’t check whether the translation is complete. */
export function canSubmitTranslation(actor: Actor | null, facts: TranslationFacts): Decision {
  return canSaveTranslation(actor, facts);
}

/** Possible until a reviewer reserves it. */
export function canWithdrawTranslation(actor: Actor | null, facts: TranslationFacts): Decision {
  const mine = isTranslator(actor, facts);
  if (!mine.ok) return mine;
  if (facts.status === 'under_review') return deny('translation_claimed');
  return step(facts, 'withdraw');
}

/** A published translation can’t be deleted. A submitted one must be withdrawn first. */
export const canDeleteTranslation = canEditOpenTranslation;

/** Moderators can review into every language, reviewers into theirs. No one can review their own. */
export function canReview(actor: Actor | null, reviewer: ReviewerFacts, facts: TranslationFacts): Decision {
  if (actor === null || facts.deleted || !facts.source.isPublic) return deny('translation_not_found');
  if (!isModerator(actor) && !reviewer.languages.has(facts.language)) return deny('forbidden');
  return actor.id === facts.translatorId ? deny('own_work') : allow;
}

/** One reviewer at a time. If the caller has it already, they keep it. */
export function canClaim(actor: Actor | null, reviewer: ReviewerFacts, facts: TranslationFacts): Decision {
  const reviews = canReview(actor, reviewer, facts);
  if (!reviews.ok) return reviews;
  if (facts.status === 'under_review') return facts.reviewerId === actor?.id ? allow : deny('translation_claimed');
  return step(facts, 'claim');
}

/**
 * For actions that only the reviewer with the lease can do: extend, release, reject. Denied with `lease_over` once the
 * lease has expired.
 */
export function canHold(actor: Actor | null, reviewer: ReviewerFacts, facts: TranslationFacts): Decision {
  const reviews = canReview(actor, reviewer, facts);
  if (!reviews.ok) return reviews;
  if (facts.status === 'under_review') return facts.reviewerId === actor?.id ? allow : deny('translation_claimed');
  return facts.status === 'submitted' ? deny('lease_over') : deny('wrong_state');
}

/** Reviewers can release it even if they no longer review into the language. Moderators can release it for others. */
export function canRelease(actor: Actor | null, reviewer: ReviewerFacts, facts: TranslationFacts): Decision {
  const isSeen = !facts.deleted && facts.source.isPublic && facts.status === 'under_review';
  const holds = actor !== null && (facts.reviewerId === actor.id || isModerator(actor));
  if (isSeen && holds && actor.id !== facts.translatorId) return allow;
  return canHold(actor, reviewer, facts);
}

/** The translation must match the current original, which must be in another language. */
export function canApprove(actor: Actor | null, reviewer: ReviewerFacts, facts: TranslationFacts): Decision {
  const holds = canHold(actor, reviewer, facts);
  if (!holds.ok) return holds;
  const isOutdated = facts.isOutdated || facts.source.language === facts.language;
  return isOutdated ? deny('translation_outdated') : step(facts, 'approve');
}

/** Only moderators can take down a published translation, and never their own. */
export function canTakeDown(actor: Actor | null, facts: TranslationFacts): Decision {
  if (!isModerator(actor)) return deny('forbidden');
  if (facts.deleted) return deny('translation_not_found');
  return actor.id === facts.translatorId ? deny('own_work') : step(facts, 'take_down');
}

function step(facts: TranslationFacts, action: TranslationAction): Decision {
  return permits(translationMachine, facts.status, action) ? allow : deny('wrong_state');
}
