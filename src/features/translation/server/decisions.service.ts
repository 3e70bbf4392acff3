import { sql } from 'kysely';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { profileTag } from '#features/accounts/server/index.ts';
import type { ChapterDocument } from '#features/chapters/model/document.ts';
import { notify } from '#features/messages/server/index.ts';
import { HOME_TAG, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { toJson } from '#platform/db/json.ts';
import { alignments } from '../model/alignment.ts';
import { buildDocument } from '../model/build-document.ts';
import { FIELD_KEYS, type SourcePart } from '../model/source-parts.ts';
import { canApprove, canHold } from '../model/translation-policy.ts';
import { staleParts, type TranslatedParagraph } from '../model/working-text.ts';
import { lockReviewed, type Reviewed } from './review.service.ts';
import type { Source } from './source.ts';
import { findPublished, moveTranslation, NO_LEASE, type TranslationRecord } from './translations.repo.ts';

/** What a decision leaves in the row. */
function decided(ctx: Ctx, reason: string | null) {
  return { decided_at: sql<Date>`db_clock()`, decided_by: memberOf(ctx).id, reason };
}

/** The version that the reviewer has read. */
function ensureRead({ record }: Reviewed, version: number): void {
  if (record.version !== version) throw new AppError('translation_outdated');
}

/**
 * Publishes a translation, in the place of the one before it, which is kept. Errors: translation_outdated when the source
 * is another by now, with the review as it is.
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
    // Nobody has reviewed a choice where the original has none.
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
      await keepDocument(inner, record, buildDocument(source.document, paragraphs));
    }
    await notifyTranslator(inner, record, source, 'approved');
    await invalidateCacheTags(inner, storyTag(record.storyId), profileTag(record.translatorId), HOME_TAG);
    return DONE;
  });
}

/** In the order in which the reviewer has read them, that of the source: what is published is what was reviewed. */
function inReviewedOrder(
  parts: readonly SourcePart[],
  paragraphs: readonly TranslatedParagraph[],
): TranslatedParagraph[] {
  return alignments(
    parts.map(({ key }) => key),
    paragraphs,
  ).flatMap(({ targets }) => targets);
}

async function keepDocument(ctx: Ctx, record: TranslationRecord, document: ChapterDocument): Promise<void> {
  await ctx.db
    .updateTable('translation_texts')
    .set({ document: toJson(document) })
    .where('translation_id', '=', record.id)
    .execute();
}

/** Sends a translation back with a reason. Error: translation_outdated when it is not what the reviewer has read. */
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
    // In its translator's hand again, what came since is open and not stale.
    const stale = staleParts(record.known, source.parts, { isWhole: false });
    await moveTranslation(inner.db, record, 'reject', by, { ...NO_LEASE, ...decided(inner, reason), stale });
    await notifyTranslator(inner, record, source, 'rejected', reason);
    return DONE;
  });
}

/** The translator hears what became of their work, and not from whom. */
async function notifyTranslator(
  ctx: Ctx,
  { kind, storyId, chapterId, language, translatorId }: TranslationRecord,
  source: Source,
  what: 'approved' | 'rejected',
  reason?: string,
): Promise<void> {
  await notify(ctx, {
    to: translatorId,
    type: `${kind}_translation_${what}`,
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
