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

/** The text that is translated, as rules need to know it. */
export interface SourceFacts {
  kind: TranslationKind;
  /** The world can read it: a hidden chapter or a banned story is not translated, reviewed or shown. */
  isPublic: boolean;
  language: Language;
}

export interface TranslationFacts {
  source: SourceFacts;
  language: Language;
  translatorId: string;
  /** As it is now: a lease that is over is `submitted` again. */
  status: TranslationStatus;
  /** Who has it to review; null while nobody does. */
  reviewerId: string | null;
  /** The source changed its meaning since it was submitted. */
  isOutdated: boolean;
  /** It was published once. */
  wasPublic: boolean;
  deleted: boolean;
}

/** What is known of the caller: the languages that they may review into. */
export interface ReviewerFacts {
  languages: ReadonlySet<Language>;
}

const missing = ({ source }: { source: SourceFacts }): Decision =>
  deny(source.kind === 'story' ? 'story_not_found' : 'chapter_not_found');

/** Any member translates what the world can read, into every language but its own. */
export function canTranslate(source: SourceFacts, language: Language): Decision {
  if (!source.isPublic) return missing({ source });
  return source.language === language ? deny('same_language') : allow;
}

function isTranslator(actor: Actor | null, facts: TranslationFacts): Decision {
  return actor !== null && actor.id === facts.translatorId && !facts.deleted ? allow : deny('translation_not_found');
}

/** While a review runs nothing is changed under the reviewer's eyes; what was published is followed by another one. */
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

/** Whether it is whole is another question. */
export function canSubmitTranslation(actor: Actor | null, facts: TranslationFacts): Decision {
  return canSaveTranslation(actor, facts);
}

/** Taken back while nobody reads it. */
export function canWithdrawTranslation(actor: Actor | null, facts: TranslationFacts): Decision {
  const mine = isTranslator(actor, facts);
  if (!mine.ok) return mine;
  if (facts.status === 'under_review') return deny('translation_claimed');
  return step(facts, 'withdraw');
}

/** What was published stays; what waits is taken back first. */
export const canDeleteTranslation = canEditOpenTranslation;

/** Moderators review into every language, others into theirs; nobody reviews their own. */
export function canReview(actor: Actor | null, reviewer: ReviewerFacts, facts: TranslationFacts): Decision {
  if (actor === null || facts.deleted || !facts.source.isPublic) return deny('translation_not_found');
  if (!isModerator(actor) && !reviewer.languages.has(facts.language)) return deny('forbidden');
  return actor.id === facts.translatorId ? deny('own_work') : allow;
}

/** One reader at a time. Whoever has it already goes on with it. */
export function canClaim(actor: Actor | null, reviewer: ReviewerFacts, facts: TranslationFacts): Decision {
  const reviews = canReview(actor, reviewer, facts);
  if (!reviews.ok) return reviews;
  if (facts.status === 'under_review') return facts.reviewerId === actor?.id ? allow : deny('translation_claimed');
  return step(facts, 'claim');
}

/** What only whoever has it may do: prolong, give back, send back. Anyone else's time for it is over. */
export function canHold(actor: Actor | null, reviewer: ReviewerFacts, facts: TranslationFacts): Decision {
  const reviews = canReview(actor, reviewer, facts);
  if (!reviews.ok) return reviews;
  if (facts.status === 'under_review') return facts.reviewerId === actor?.id ? allow : deny('translation_claimed');
  return facts.status === 'submitted' ? deny('lease_over') : deny('wrong_state');
}

/** Whoever has it may give it back, also where they review no more; moderators give it back for who forgot it. */
export function canRelease(actor: Actor | null, reviewer: ReviewerFacts, facts: TranslationFacts): Decision {
  const isSeen = !facts.deleted && facts.source.isPublic && facts.status === 'under_review';
  const holds = actor !== null && (facts.reviewerId === actor.id || isModerator(actor));
  if (isSeen && holds && actor.id !== facts.translatorId) return allow;
  return canHold(actor, reviewer, facts);
}

/** What was translated has to be what is read beside it, and in another language. */
export function canApprove(actor: Actor | null, reviewer: ReviewerFacts, facts: TranslationFacts): Decision {
  const holds = canHold(actor, reviewer, facts);
  if (!holds.ok) return holds;
  const isOutdated = facts.isOutdated || facts.source.language === facts.language;
  return isOutdated ? deny('translation_outdated') : step(facts, 'approve');
}

/** A published translation goes by a moderator's decision, never one about their own work. */
export function canTakeDown(actor: Actor | null, facts: TranslationFacts): Decision {
  if (!isModerator(actor)) return deny('forbidden');
  if (facts.deleted) return deny('translation_not_found');
  return actor.id === facts.translatorId ? deny('own_work') : step(facts, 'take_down');
}

function step(facts: TranslationFacts, action: TranslationAction): Decision {
  return permits(translationMachine, facts.status, action) ? allow : deny('wrong_state');
}
