import { AppError } from '#core/errors.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import type { TranslationDraft } from '../contract-views.ts';
import { textOf, textsOf } from '../model/source-parts.ts';
import {
  canDeleteTranslation,
  canSaveTranslation,
  canSubmitTranslation,
  canWithdrawTranslation,
} from '../model/translation-policy.ts';
import { doneParts, isWholeTranslation, staleParts } from '../model/working-text.ts';
import { findSource, type Source } from './source.ts';
import { type TranslationRecord, translationFactsOf } from './translations.repo.ts';

/** A translation as its translator sees it, compared with the current original. */
export function toTranslationDraft(
  ctx: Pick<Ctx, 'actor'>,
  record: TranslationRecord,
  source: Source | null,
): TranslationDraft {
  const parts = source?.parts ?? [];
  const now = textsOf(parts);
  const { known, text } = record;
  const facts = translationFactsOf(record, source);
  const isWhole = isWholeTranslation(text, known, parts);
  return {
    id: record.id,
    kind: record.kind,
    storyId: record.storyId,
    chapterId: record.chapterId,
    language: record.language,
    status: record.status,
    version: record.version,
    sourceRevision: source?.revision ?? record.sourceRevision,
    fields: text.fields,
    paragraphs: text.paragraphs,
    leftOut: text.leftOut,
    done: doneParts(text, known, parts),
    stale: staleParts(known, parts, { isWhole: false }).map((key) => ({
      key,
      was: textOf(known, key) ?? null,
      isGone: textOf(now, key) === undefined,
    })),
    savedAt: record.savedAt.toISOString(),
    submittedAt: record.submittedAt?.toISOString() ?? null,
    reason: record.status === 'rejected' ? record.reason : null,
    seemsIn: record.status === 'submitted' || record.status === 'under_review' ? record.seemsIn : null,
    basedOn: record.basedOn?.id === record.translatorId ? null : record.basedOn,
    can: {
      save: canSaveTranslation(ctx.actor, facts).ok,
      submit: canSubmitTranslation(ctx.actor, facts).ok && isWhole,
      withdraw: canWithdrawTranslation(ctx.actor, facts).ok,
      delete: canDeleteTranslation(ctx.actor, facts).ok,
    },
  };
}

/** The original of a translation, even while readers can’t see it. Null if it no longer exists. */
export function translationSourceOf(ctx: Pick<Ctx, 'db'>, record: TranslationRecord): Promise<Source | null> {
  return findSource(ctx.db, record);
}

/** Returns the caller’s translation. Throws translation_not_found for anyone else. */
export function ownTranslationOrThrow(ctx: Pick<Ctx, 'actor'>, record: TranslationRecord | null): TranslationRecord {
  if (record?.translatorId !== memberOf(ctx).id) throw new AppError('translation_not_found');
  return record;
}
