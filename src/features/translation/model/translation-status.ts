import { machine } from '#core/machine.ts';

export const TRANSLATION_KINDS = ['story', 'chapter'] as const;
export type TranslationKind = (typeof TRANSLATION_KINDS)[number];

export const TRANSLATION_STATUSES = [
  'saved',
  'submitted',
  'under_review',
  'approved',
  'superseded',
  'rejected',
] as const;
export type TranslationStatus = (typeof TRANSLATION_STATUSES)[number];

export const TRANSLATION_ACTIONS = [
  'submit',
  'withdraw',
  'claim',
  'release',
  'approve',
  'reject',
  'supersede',
  'restore',
  'take_down',
  'reinstate',
] as const;
export type TranslationAction = (typeof TRANSLATION_ACTIONS)[number];

/**
 * See spec §4 and product §7. Stories and chapters have the same statuses. `release` also happens when a lease expires.
 * A newer approved translation supersedes the older one, which is restored if a moderator takes the newer one down.
 * `reinstate` reverses such a decision.
 */
export const translationMachine = machine<TranslationStatus, TranslationAction>(TRANSLATION_ACTIONS, {
  saved: { submit: 'submitted' },
  submitted: { withdraw: 'saved', claim: 'under_review' },
  under_review: { release: 'submitted', approve: 'approved', reject: 'rejected' },
  approved: { supersede: 'superseded', take_down: 'rejected' },
  superseded: { restore: 'approved' },
  rejected: { submit: 'submitted', reinstate: 'approved' },
});
