import { sql } from 'kysely';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#core/languages.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import type { TranslationEditorData } from '../contract-views.ts';
import { staleParts } from '../model/working-text.ts';
import { sourceToTranslate } from './drafts.service.ts';
import { listNames } from './glossary.service.ts';
import { countTranslationsToReview } from './queue.queries.ts';
import { findSource, type Source, type SourceRef } from './source.ts';
import { toTranslationDraft } from './translation-views.ts';
import { findOpenTranslation, findOwnPublished, findPublished } from './translations.repo.ts';

/** Returns the data of the translation editor. Throws story_not_found, chapter_not_found or same_language. */
export async function getTranslationEditor(
  ctx: Ctx,
  input: SourceRef & { language?: Language | undefined },
): Promise<TranslationEditorData> {
  const language = input.language ?? (await languageToOpen(ctx, input));
  const draft = await findOpenTranslation(ctx.db, input, language, memberOf(ctx).id);
  // If the story has since changed to this language, the translator can still see their draft and delete it.
  const known = draft && (await findSource(ctx.db, input));
  const source = known?.facts.isPublic ? known : await sourceToTranslate(ctx, input, language);
  const { kind } = source.facts;
  const [published, former, names, ahead, next] = await Promise.all([
    publishedOf(ctx, source, language),
    draft ? null : formerOf(ctx, source, language),
    listNames(ctx.db, source.storyId, language),
    countTranslationsToReview(ctx.db, { kind, language, but: draft?.id ?? null }),
    nextToTranslate(ctx, source, language),
  ]);
  const { parts, revision, facts, ...head } = source;
  return {
    source: {
      kind: facts.kind,
      storyId: head.storyId,
      chapterId: head.chapterId,
      language: facts.language,
      storyTitle: head.storyTitle,
      title: head.title,
      number: head.number,
      author: head.author,
      revision,
      parts,
    },
    language,
    draft: draft && toTranslationDraft(ctx, draft, source),
    published,
    former,
    names,
    ahead,
    next,
  };
}

/**
 * The language of the caller’s translation of this text: rejected ones first, then those out of date, then the last
 * saved. Otherwise the first one without a published translation: the request’s language, English, then any other.
 */
async function languageToOpen(ctx: Ctx, { storyId, chapterId }: SourceRef): Promise<Language> {
  const row = await ctx.db
    .selectFrom('translations')
    .select('language')
    .where('translator_id', '=', memberOf(ctx).id)
    .where('story_id', '=', storyId)
    .where(sql`coalesce(chapter_id, 0)`, '=', chapterId ?? '0')
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'superseded')
    .orderBy(sql`(status = 'rejected')`, 'desc')
    .orderBy('is_stale', 'desc')
    .orderBy('saved_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row) return row.language;
  const source = await findSource(ctx.db, { storyId, chapterId });
  const there = await ctx.db
    .selectFrom('translations')
    .select('language')
    .where('story_id', '=', storyId)
    .where(sql`coalesce(chapter_id, 0)`, '=', chapterId ?? '0')
    .where('status', '=', 'approved')
    .execute();
  const isOther = (language: Language) => language !== source?.facts.language;
  const isMissing = (language: Language) => there.every((row) => row.language !== language);
  const wanted = [ctx.language, DEFAULT_LANGUAGE, ...LANGUAGES].filter(isOther);
  // If every language has a translation, falls back to the request’s language.
  return wanted.find(isMissing) ?? wanted[0] ?? DEFAULT_LANGUAGE;
}

async function publishedOf(ctx: Ctx, source: Source, language: Language): Promise<TranslationEditorData['published']> {
  const record = await findPublished(ctx.db, source, language);
  if (!record) return null;
  const translator = await ctx.db
    .selectFrom('accounts')
    .select(['id', 'username', 'slug'])
    .where('id', '=', record.translatorId)
    .executeTakeFirstOrThrow();
  return {
    id: record.id,
    isOwn: record.translatorId === memberOf(ctx).id,
    translator,
    approvedAt: record.approvedAt!.toISOString(),
    staleCount: staleParts(record.known, source.parts, { isWhole: true }).length,
  };
}

/** The caller’s translation that was published but isn’t anymore. */
async function formerOf(ctx: Ctx, source: Source, language: Language): Promise<TranslationEditorData['former']> {
  const own = await findOwnPublished(ctx.db, source, language, memberOf(ctx).id);
  if (!own || (own.status !== 'superseded' && own.status !== 'rejected')) return null;
  return { status: own.status, reason: own.reason, at: own.approvedAt!.toISOString() };
}

/** The nearest later chapter, by number and id, without a published translation or one by the caller. */
async function nextToTranslate(ctx: Ctx, source: Source, language: Language): Promise<TranslationEditorData['next']> {
  const row = await ctx.db
    .selectFrom('chapters as c')
    .where('c.story_id', '=', source.storyId)
    .where((eb) => eb.ref('c.is_readable'))
    .where(sql<boolean>`(c.number, c.id) > (${source.number ?? 0}, ${source.chapterId ?? '0'}::bigint)`)
    .where(
      sql<boolean>`not exists (select from translations t where t.chapter_id = c.id and t.language = ${language}
        and t.deleted_at is null and (t.status = 'approved' or t.translator_id = ${memberOf(ctx).id}))`,
    )
    .select(['c.id', 'c.number', 'c.title'])
    .orderBy('c.number')
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst();
  return row ? { id: row.id, number: row.number!, title: row.title! } : null;
}
