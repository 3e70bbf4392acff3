import { sql } from 'kysely';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import { findStory } from '#features/stories/server/index.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import type { TranslatedName } from '../contract-views.ts';
import { GLOSSARY_MAX } from '../model/translation-limits.ts';
import { deleteTerm, putTerm } from './glossary.repo.ts';

/** The glossary of a story in a language, in the order in which its terms were added. */
export async function listNames(db: Db, storyId: string, language: Language): Promise<TranslatedName[]> {
  const rows = await db
    .selectFrom('glossary_terms as n')
    .innerJoin('accounts as a', 'a.id', 'n.saved_by')
    .where('n.story_id', '=', storyId)
    .where('n.language', '=', language)
    .select(['n.id', 'n.term', 'n.translation', 'n.note', 'a.id as member_id', 'a.username', 'a.slug'])
    .orderBy('n.id')
    .execute();
  return rows.map(({ member_id, username, slug, ...name }) => ({
    ...name,
    savedBy: { id: member_id, username, slug },
  }));
}

/** Returns the glossary. Throws story_not_found. */
export async function getGlossary(ctx: Ctx, input: { storyId: string; language: Language }): Promise<TranslatedName[]> {
  await ensureStory(ctx.db, input.storyId);
  return listNames(ctx.db, input.storyId, input.language);
}

async function ensureStory(db: Db, storyId: string): Promise<void> {
  const story = await findStory(db, storyId);
  if (!story || !isPublicStory(story.facts)) throw new AppError('story_not_found');
}

/**
 * Only translators of this story and language may edit the glossary. Changing someone else’s term also requires at
 * least one finished part, so that opening an editor isn’t enough.
 */
async function ensureTranslator(
  ctx: Ctx,
  { storyId, language, savedBy }: { storyId: string; language: Language; savedBy: string | null },
): Promise<void> {
  const { id } = memberOf(ctx);
  const own = await ctx.db
    .selectFrom('translations')
    .select((eb) => eb.fn.max('done').as('done'))
    .where('translator_id', '=', id)
    .where('story_id', '=', storyId)
    .where('language', '=', language)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (own.done === null) throw new AppError('not_translator');
  if (savedBy !== null && savedBy !== id && own.done === 0) throw new AppError('term_of_another');
}

/** Adds a term, or replaces its translation. Throws not_translator, term_of_another or too_many_names. */
export async function saveTerm(
  ctx: Ctx,
  input: { storyId: string; language: Language; term: string; translation: string; note?: string | undefined },
): Promise<TranslatedName> {
  const { storyId, language, term, translation, note = '' } = input;
  return inTransaction(ctx, async (inner) => {
    await ensureStory(inner.db, storyId);
    const before = await lockSheet(inner.db, storyId, language);
    const present = before.find((name) => name.term === term);
    await ensureTranslator(inner, { storyId, language, savedBy: present?.savedBy.id ?? null });
    if (!present && before.length >= GLOSSARY_MAX) throw new AppError('too_many_names');
    const savedBy = memberOf(ctx).id;
    const id = await putTerm(inner.db, { story_id: storyId, language, term, translation, note, saved_by: savedBy });
    return (await listNames(inner.db, storyId, language)).find((name) => name.id === id)!;
  });
}

/** Locks the glossary until the transaction ends, so that it can’t grow beyond its limit, and returns its terms. */
async function lockSheet(db: Db, storyId: string, language: Language): Promise<TranslatedName[]> {
  await sql`select pg_advisory_xact_lock(hashtext('names'), hashtext(${`${storyId} ${language}`}))`.execute(db);
  return listNames(db, storyId, language);
}

/** Removes a term. Throws name_not_found, not_translator or term_of_another. */
export async function removeTerm(ctx: Ctx, input: { nameId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const name = await inner.db
      .selectFrom('glossary_terms')
      .select(['story_id', 'language', 'saved_by'])
      .where('id', '=', input.nameId)
      .executeTakeFirst();
    if (!name) throw new AppError('name_not_found');
    const { story_id: storyId, saved_by: savedBy } = name;
    await ensureTranslator(inner, { storyId, language: name.language, savedBy });
    await deleteTerm(inner.db, input.nameId);
    return DONE;
  });
}
