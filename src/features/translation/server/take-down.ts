import { sql } from 'kysely';
import { authorize } from '#core/decision.ts';
import { AppError } from '#core/errors.ts';
import { permits } from '#core/machine.ts';
import { profileTag } from '#features/accounts/server/index.ts';
import { textWithAddresses } from '#features/chapters/model/document.ts';
import type { Restrictable } from '#features/moderation/server/index.ts';
import { HOME_TAG, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { emit } from '#platform/features/events.ts';
import { canTakeDown } from '../model/translation-policy.ts';
import { translationMachine } from '../model/translation-status.ts';
import { staleParts } from '../model/working-text.ts';
import { findSource, type Source } from './source.ts';
import { shownTranslation } from './translation-events.ts';
import {
  findPublished,
  findTranslation,
  lockWithStory,
  moveTranslation,
  type TranslationRecord,
  translationFactsOf,
} from './translations.repo.ts';

/** Lets moderators take translations down. */
export const translationRestrictable: Restrictable = {
  async find(ctx, id) {
    const record = await findTranslation(ctx.db, id);
    const source = record && (await findSource(ctx.db, record));
    if (!source || record.deleted) return null;
    const texts = await publishedTexts(ctx, record);
    const title = texts[0]?.text ?? '';
    const { kind, language, storyId, chapterId } = record;
    return {
      kind: 'translation',
      id,
      ownerId: record.translatorId,
      title,
      language,
      storyId,
      chapterId,
      names: { story: source.storyTitle, language, ...(kind === 'chapter' ? { chapter: source.title } : {}) },
      isPublic: record.status === 'approved' && source.facts.isPublic,
      texts,
    };
  },

  /** Takes the translation down, and publishes the previous one by another translator again. */
  async restrict(ctx, id, { reason }) {
    const record = await lockWithStory(ctx.db, id);
    const source = record && (await findSource(ctx.db, record));
    if (!record || !source) throw new AppError('target_not_found');
    authorize(canTakeDown(ctx.actor, translationFactsOf(record, source)));
    const previous = await findPrevious(ctx, record);
    const { id: actorId } = memberOf(ctx);
    // Moderators can’t bring back their own translation this way.
    if (previous?.translatorId === actorId) throw new AppError('own_work');
    const decided = { decided_at: sql<Date>`db_clock()`, decided_by: actorId, reason };
    await moveTranslation(ctx.db, record, 'take_down', { actorId, reason }, decided);
    await emit(ctx, 'translation.removed', shownTranslation(record));
    if (previous) {
      await moveTranslation(ctx.db, previous, 'restore', { actorId }, measured(previous, source));
      await emit(ctx, 'translation.approved', shownTranslation(previous));
    }
    await touchShown(ctx, record, previous);
  },

  /**
   * Publishes the translation again, and supersedes the one that replaced it. Returns false if a newer one has been
   * approved since.
   */
  async lift(ctx, id, { reason }) {
    const record = await lockWithStory(ctx.db, id);
    const source = record && (await findSource(ctx.db, record));
    if (!source || record.deleted || !permits(translationMachine, record.status, 'reinstate')) return false;
    const standing = await findPublished(ctx.db, record, record.language);
    if (standing?.approvedAt && record.approvedAt && standing.approvedAt > record.approvedAt) return false;
    const by = { actorId: ctx.actor?.id ?? null };
    if (standing) await moveTranslation(ctx.db, standing, 'supersede', by);
    const back = { ...measured(record, source), reason: null };
    await moveTranslation(ctx.db, record, 'reinstate', { ...by, reason }, back);
    await emit(ctx, 'translation.approved', shownTranslation(record));
    await touchShown(ctx, record, standing);
    return true;
  },
};

/** Invalidates the pages that show either translation. */
function touchShown(ctx: Ctx, { storyId, translatorId }: TranslationRecord, other: TranslationRecord | null) {
  const profiles = [translatorId, ...(other ? [other.translatorId] : [])].map(profileTag);
  return invalidateCacheTags(ctx, storyTag(storyId), ...profiles, HOME_TAG);
}

/**
 * Finds the translation to publish again when this one is taken down: the newest superseded one. Skips those of the
 * same translator, which are mostly the same text.
 */
async function findPrevious(
  ctx: Pick<Ctx, 'db'>,
  { storyId, chapterId, language, translatorId }: TranslationRecord,
): Promise<TranslationRecord | null> {
  const row = await ctx.db
    .selectFrom('translations')
    .where('story_id', '=', storyId)
    .where('chapter_id', chapterId ? '=' : 'is', chapterId)
    .where('language', '=', language)
    .where('status', '=', 'superseded')
    .where('translator_id', '<>', translatorId)
    .orderBy('approved_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .select('id')
    .executeTakeFirst();
  return row ? findTranslation(ctx.db, row.id) : null;
}

/** Columns that compare a translation with the current original. */
function measured({ known }: TranslationRecord, source: Source) {
  return { stale: staleParts(known, source.parts, { isWhole: true }), source_revision: source.revision };
}

/** The texts as readers see them. */
async function publishedTexts(
  { db }: Pick<Ctx, 'db'>,
  { id, kind }: TranslationRecord,
): Promise<{ field: string; text: string }[]> {
  const row = await db
    .selectFrom('translations as t')
    .innerJoin('translation_texts as x', 'x.translation_id', 't.id')
    .where('t.id', '=', id)
    .select(['t.title', 't.summary', 't.choice', 'x.document'])
    .executeTakeFirstOrThrow();
  const isChapter = kind === 'chapter';
  return [
    { field: isChapter ? 'chapter_title' : 'title', text: row.title ?? '' },
    ...(row.choice ? [{ field: 'choice', text: row.choice }] : []),
    { field: isChapter ? 'summary' : 'description', text: row.summary ?? '' },
    ...(row.document ? [{ field: 'content', text: textWithAddresses(row.document) }] : []),
  ];
}
