import { sql } from 'kysely';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { profileTag } from '#features/accounts/server/index.ts';
import { notify } from '#features/messages/server/index.ts';
import { HOME_TAG, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { emit } from '#platform/features/events.ts';
import { alignments } from '../model/alignment.ts';
import { buildDocument } from '../model/build-document.ts';
import { FIELD_KEYS, type SourcePart } from '../model/source-parts.ts';
import { canApprove, canHold } from '../model/translation-policy.ts';
import { staleParts, type TranslatedParagraph } from '../model/working-text.ts';
import { lockReviewed, type Reviewed } from './review.service.ts';
import type { Source } from './source.ts';
import { shownTranslation } from './translation-events.ts';
import { findPublished, moveTranslation, NO_LEASE, saveDocument, type TranslationRecord } from './translations.repo.ts';

/** The columns that record a decision. */
function decided(ctx: Ctx, reason: string | null) {
  return { decided_at: sql<Date>`db_clock()`, decided_by: memberOf(ctx).id, reason };
}

/** Throws unless `version` is the current version, so that a reviewer only decides on what they have read. */
function ensureRead({ record }: Reviewed, version: number): void {
  if (record.version !== version) throw new AppError('translation_outdated');
}

/**
 * Publishes a translation. The one it replaces is superseded. Throws translation_outdated if the version is stale or
 * the original has changed. The review then stays as it is.
 */
export async function approveTranslation(
  ctx: Ctx,
  input: { translationId: string; version: number },
): Promise<typeof DONE> {
  const { id: actorId } = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    const reviewed = await lockReviewed(inner, input.translationId, canApprove);
    ensureRead(reviewed, input.version);
    const { record, source } = reviewed;
    const previous = await findPublished(inner.db, record, record.language);
    if (previous) await moveTranslation(inner.db, previous, 'supersede', { actorId });
    const { title, summary, choice } = record.text.fields;
    // If the original has no choice, its translation was not reviewed.
    const hasChoice = source.parts.some(({ key }) => key === FIELD_KEYS.choice);
    await moveTranslation(
      inner.db,
      record,
      'approve',
      { actorId },
      {
        ...NO_LEASE,
        ...decided(inner, null),
        approved_at: sql<Date>`db_clock()`,
        title,
        summary,
        choice: hasChoice ? choice : null,
      },
    );
    if (source.document) {
      const paragraphs = inReviewedOrder(source.parts, record.text.paragraphs);
      await saveDocument(inner.db, record.id, buildDocument(source.document, paragraphs));
    }
    await emit(inner, 'translation.approved', shownTranslation(record));
    await notifyTranslator(inner, record, source, 'approved');
    await invalidateCacheTags(inner, storyTag(record.storyId), profileTag(record.translatorId), HOME_TAG);
    return DONE;
  });
}

/** Orders paragraphs by the original, as the reviewer saw them. So what is published is what was reviewed. */
function inReviewedOrder(
  parts: readonly SourcePart[],
  paragraphs: readonly TranslatedParagraph[],
): TranslatedParagraph[] {
  return alignments(
    parts.map(({ key }) => key),
    paragraphs,
  ).flatMap(({ targets }) => targets);
}

/** Rejects a translation with a reason. Throws translation_outdated if `version` is stale. */
export async function rejectTranslation(
  ctx: Ctx,
  input: { translationId: string; version: number; reason: string },
): Promise<typeof DONE> {
  const { reason } = input;
  return inTransaction(ctx, async (inner) => {
    const reviewed = await lockReviewed(inner, input.translationId, canHold);
    ensureRead(reviewed, input.version);
    const { record, source } = reviewed;
    const by = { actorId: memberOf(ctx).id, reason };
    // It is open again, so parts that were added to the original are unfinished, not out of date.
    const stale = staleParts(record.known, source.parts, { isWhole: false });
    await moveTranslation(inner.db, record, 'reject', by, { ...NO_LEASE, ...decided(inner, reason), stale });
    await notifyTranslator(inner, record, source, 'rejected', reason);
    return DONE;
  });
}

/** Notifies the translator of the decision, without the reviewer’s name. */
async function notifyTranslator(
  ctx: Ctx,
  { kind, storyId, chapterId, language, translatorId }: TranslationRecord,
  source: Source,
  what: 'approved' | 'rejected',
  reason?: string,
): Promise<void> {
  await notify(ctx, `${kind}_translation_${what}`, {
    to: translatorId,
    storyId,
    chapterId,
    params: {
      story: source.storyTitle,
      language,
      ...(kind === 'chapter' ? { chapter: source.title } : {}),
      ...(reason === undefined ? {} : { reason }),
    },
  });
}
