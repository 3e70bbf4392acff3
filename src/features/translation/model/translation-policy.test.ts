import { describe, expect, it } from 'vitest';
import type { Actor, MemberRole } from '#core/actor.ts';
import type { Decision } from '#core/decision.ts';
import { LANGUAGES, type Language } from '#core/languages.ts';
import {
  canApprove,
  canClaim,
  canDeleteTranslation,
  canHold,
  canRelease,
  canReview,
  canSaveTranslation,
  canSubmitTranslation,
  canTakeDown,
  canTranslate,
  canWithdrawTranslation,
  type TranslationFacts,
} from './translation-policy.ts';
import { TRANSLATION_KINDS, TRANSLATION_STATUSES, type TranslationStatus } from './translation-status.ts';

const actor = (id: string, ...roles: MemberRole[]): Actor => ({ id, username: `m${id}`, sessionId: '1', roles });
const said = (decision: Decision) => (decision.ok ? 'ok' : decision.code);

/** Callers who ask about a translation from English into German, with the languages that they review into. */
interface Caller {
  actor: Actor | null;
  languages: Language[];
  isTranslator?: boolean;
}
const CALLERS = {
  visitor: { actor: null, languages: [] },
  member: { actor: actor('1'), languages: [] },
  translator: { actor: actor('2'), languages: ['de', 'fr'], isTranslator: true },
  reviewer: { actor: actor('3'), languages: ['de'] },
  elsewhere: { actor: actor('4'), languages: ['fr', 'en'] },
  /** The reviewer who has reserved it, in tests where it is reserved. */
  holder: { actor: actor('5'), languages: ['de'] },
  moderator: { actor: actor('6', 'moderator'), languages: [] },
  administrator: { actor: actor('7', 'administrator'), languages: [] },
  /** An admin who is also its translator. */
  author: { actor: actor('8', 'administrator'), languages: ['de'], isTranslator: true },
} satisfies Record<string, Caller>;
type CallerName = keyof typeof CALLERS;
const NAMES = Object.keys(CALLERS) as CallerName[];

function factsFor({ actor: who, isTranslator }: Caller, changes: Partial<TranslationFacts>): TranslationFacts {
  const status = changes.status ?? 'saved';
  return {
    source: { kind: 'chapter', isPublic: true, language: 'en' },
    language: 'de',
    translatorId: isTranslator ? who!.id : CALLERS.translator.actor.id,
    status,
    reviewerId: status === 'under_review' ? CALLERS.holder.actor.id : null,
    isOutdated: false,
    wasPublic: status === 'approved' || status === 'superseded',
    deleted: false,
    ...changes,
  };
}

type Policy = (caller: Caller, facts: TranslationFacts) => Decision;
const own =
  (policy: (actor: Actor | null, facts: TranslationFacts) => Decision): Policy =>
  ({ actor: who }, facts) =>
    policy(who, facts);
const reviewing =
  (policy: typeof canReview): Policy =>
  ({ actor: who, languages }, facts) =>
    policy(who, { languages: new Set(languages) }, facts);

/** The decision for each caller. */
function answers(policy: Policy, changes: Partial<TranslationFacts>): Record<string, string> {
  return Object.fromEntries(NAMES.map((name) => [name, said(policy(CALLERS[name], factsFor(CALLERS[name], changes)))]));
}
const everybody = (code: string, others: Partial<Record<CallerName, string>> = {}) => ({
  ...Object.fromEntries(NAMES.map((name) => [name, code])),
  ...others,
});

const NONE = 'translation_not_found';
const OWN = ['translator', 'author'] as const;
/** Everyone but the translator gets `translation_not_found`. */
const ofOwn = (code: string) => everybody(NONE, Object.fromEntries(OWN.map((name) => [name, code])));
/** Decisions for reviewers of the language. */
const ofReviewers = (code: string, others: Partial<Record<CallerName, string>> = {}) => ({
  visitor: NONE,
  member: 'forbidden',
  translator: 'own_work',
  reviewer: code,
  elsewhere: 'forbidden',
  holder: code,
  moderator: code,
  administrator: code,
  author: 'own_work',
  ...others,
});
const ofHolder = (code: string, others = 'translation_claimed') => ofReviewers(others, { holder: code });

/** Facts that make no difference unless a test says so. */
const VARIANTS = TRANSLATION_KINDS.flatMap((kind) => [true, false].map((isOutdated) => ({ kind, isOutdated })));
const variants = (policy: Policy, status: TranslationStatus, changes: Partial<TranslationFacts> = {}) =>
  VARIANTS.map(({ kind, isOutdated }) =>
    answers(policy, {
      status,
      isOutdated,
      ...changes,
      source: { kind, isPublic: true, language: 'en', ...changes.source },
    }),
  );

describe('translating a text', () => {
  it.each(TRANSLATION_KINDS)('is allowed into every language but its own: a %s', (kind) => {
    const source = { kind, isPublic: true, language: 'ja' } as const;
    for (const language of LANGUAGES)
      expect(said(canTranslate(source, language))).toBe(language === 'ja' ? 'same_language' : 'ok');
  });
  it.each([
    ['story', 'story_not_found'],
    ['chapter', 'chapter_not_found'],
  ] as const)('is refused if readers can’t see it: a %s', (kind, expected) => {
    const source = { kind, isPublic: false, language: 'ja' } as const;
    for (const language of LANGUAGES) expect(said(canTranslate(source, language))).toBe(expected);
  });
});

describe('a member’s own translation', () => {
  it.each<[TranslationStatus, save: string, submit: string, withdraw: string, remove: string]>([
    ['saved', 'ok', 'ok', 'wrong_state', 'ok'],
    ['submitted', 'translation_in_review', 'translation_in_review', 'ok', 'translation_in_review'],
    ['under_review', 'translation_in_review', 'translation_in_review', 'translation_claimed', 'translation_in_review'],
    ['approved', 'wrong_state', 'wrong_state', 'wrong_state', 'wrong_state'],
    ['superseded', 'wrong_state', 'wrong_state', 'wrong_state', 'wrong_state'],
    ['rejected', 'ok', 'ok', 'wrong_state', 'ok'],
  ])('that is %s: saving %s, submitting %s, withdrawing %s, deleting %s', (status, ...expected) => {
    const policies = [canSaveTranslation, canSubmitTranslation, canWithdrawTranslation, canDeleteTranslation];
    for (const [i, policy] of policies.entries()) {
      for (const found of variants(own(policy), status)) expect(found).toEqual(ofOwn(expected[i]!));
      for (const found of variants(own(policy), status, { deleted: true })) expect(found).toEqual(everybody(NONE));
    }
  });

  it('can’t be edited after it was published and taken down', () => {
    const facts = { status: 'rejected', wasPublic: true } as const;
    for (const policy of [canSaveTranslation, canSubmitTranslation, canWithdrawTranslation, canDeleteTranslation])
      expect(answers(own(policy), facts)).toEqual(ofOwn('wrong_state'));
  });

  it.each([
    ['story', 'story_not_found'],
    ['chapter', 'chapter_not_found'],
  ] as const)('of a hidden %s can be withdrawn and deleted, but not saved or submitted', (kind, missing) => {
    const source = { kind, isPublic: false, language: 'en' } as const;
    for (const status of TRANSLATION_STATUSES) {
      expect(answers(own(canSaveTranslation), { source, status })).toEqual(ofOwn(missing));
      expect(answers(own(canSubmitTranslation), { source, status })).toEqual(ofOwn(missing));
    }
    expect(answers(own(canWithdrawTranslation), { source, status: 'submitted' })).toEqual(ofOwn('ok'));
    expect(answers(own(canDeleteTranslation), { source, status: 'saved' })).toEqual(ofOwn('ok'));
  });

  it('can only be withdrawn or deleted once the story is in its language', () => {
    const source = { kind: 'story', isPublic: true, language: 'de' } as const;
    expect(answers(own(canSubmitTranslation), { source })).toEqual(ofOwn('same_language'));
    expect(answers(own(canSaveTranslation), { source })).toEqual(ofOwn('same_language'));
    expect(answers(own(canDeleteTranslation), { source })).toEqual(ofOwn('ok'));
    expect(answers(own(canWithdrawTranslation), { source, status: 'submitted' })).toEqual(ofOwn('ok'));
  });
});

describe('reviewing', () => {
  it.each<[TranslationStatus, claim: Record<string, string>, hold: Record<string, string>]>([
    ['saved', ofReviewers('wrong_state'), ofReviewers('wrong_state')],
    ['submitted', ofReviewers('ok'), ofReviewers('lease_over')],
    ['under_review', ofHolder('ok'), ofHolder('ok')],
    ['approved', ofReviewers('wrong_state'), ofReviewers('wrong_state')],
    ['superseded', ofReviewers('wrong_state'), ofReviewers('wrong_state')],
    ['rejected', ofReviewers('wrong_state'), ofReviewers('wrong_state')],
  ])('follows the table for the status %s', (status, claim, hold) => {
    for (const found of variants(reviewing(canReview), status)) expect(found).toEqual(ofReviewers('ok'));
    for (const found of variants(reviewing(canClaim), status)) expect(found).toEqual(claim);
    for (const found of variants(reviewing(canHold), status)) expect(found).toEqual(hold);
    for (const kind of TRANSLATION_KINDS) {
      const facts = { status, source: { kind, isPublic: true, language: 'en' } } as const;
      expect(answers(reviewing(canApprove), facts)).toEqual(hold);
      expect(answers(reviewing(canApprove), { ...facts, isOutdated: true })).toEqual(
        status === 'under_review' ? ofHolder('translation_outdated') : hold,
      );
    }
  });

  it.each(TRANSLATION_STATUSES)('is refused if the translation is deleted or its original is hidden: %s', (status) => {
    for (const policy of [canReview, canClaim, canHold, canApprove]) {
      for (const found of variants(reviewing(policy), status, { deleted: true }))
        expect(found).toEqual(everybody(NONE));
      const source = { kind: 'chapter', isPublic: false, language: 'en' } as const;
      for (const found of variants(reviewing(policy), status, { source })) expect(found).toEqual(everybody(NONE));
    }
  });

  it('is refused for former reviewers, except releasing the lease', () => {
    const { actor: holder } = CALLERS.holder;
    const facts = factsFor(CALLERS.holder, { status: 'under_review' });
    expect(said(canApprove(holder, { languages: new Set() }, facts))).toBe('forbidden');
    expect(said(canRelease(holder, { languages: new Set() }, facts))).toBe('ok');
    for (const status of TRANSLATION_STATUSES) {
      // Moderators can release leases of others.
      const moderators = status === 'under_review' ? { moderator: 'ok', administrator: 'ok' } : {};
      const expected = { ...answers(reviewing(canHold), { status }), ...moderators };
      expect(answers(reviewing(canRelease), { status })).toEqual(expected);
    }
  });

  it('can’t end in approval once the story is in the translation’s language', () => {
    const source = { kind: 'chapter', isPublic: true, language: 'de' } as const;
    const found = answers(reviewing(canApprove), { status: 'under_review', source });
    expect(found).toEqual(ofHolder('translation_outdated'));
  });
});

describe('taking down', () => {
  it.each(TRANSLATION_STATUSES)('follows the rules for the status %s', (status) => {
    const code = status === 'approved' ? 'ok' : 'wrong_state';
    const moderators = { moderator: code, administrator: code, author: 'own_work' };
    for (const isPublic of [true, false]) {
      const source = { kind: 'chapter', isPublic, language: 'en' } as const;
      for (const found of variants(own(canTakeDown), status, { source }))
        expect(found).toEqual(everybody('forbidden', moderators));
    }
    expect(answers(own(canTakeDown), { status, deleted: true })).toEqual(
      everybody('forbidden', { moderator: NONE, administrator: NONE, author: NONE }),
    );
  });
});
