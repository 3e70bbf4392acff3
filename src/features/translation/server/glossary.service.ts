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

/** The names sheet of a story in a language, in the order in which it was written. */
export async function listNames(db: Db, storyId: string, language: Language): Promise<TranslatedName[]> {
  const rows = await db
    .selectFrom('translation_names as n')
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

/** The sheet, for members. Error: story_not_found. */
export async function getGlossary(ctx: Ctx, input: { storyId: string; language: Language }): Promise<TranslatedName[]> {
  await ensureStory(ctx.db, input.storyId);
  return listNames(ctx.db, input.storyId, input.language);
}

async function ensureStory(db: Db, storyId: string): Promise<void> {
  const story = await findStory(db, storyId);
  if (!story || !isPublicStory(story.facts)) throw new AppError('story_not_found');
}

/**
 * Only those who translate a story into a language write in its sheet: it is what they agree on. What others wrote there is
 * changed by who has done a part of the work, so that nobody empties it by opening an editor.
 */
async function ensureTranslator(
  ctx: Ctx,
  { storyId, language, savedBy }: { storyId: string; language: Language; savedBy: string | null },
): Promise<void> {
  const { id } = memberOf(ctx);
  let query = ctx.db
    .selectFrom('translations')
    .select('id')
    .where('translator_id', '=', id)
    .where('story_id', '=', storyId)
    .where('language', '=', language)
    .where('deleted_at', 'is', null);
  if (savedBy !== null && savedBy !== id) query = query.where('done', '>', 0);
  if (!(await query.limit(1).executeTakeFirst())) throw new AppError('not_translator');
}

/** Writes a name, in the place of what the sheet said for the same term. Errors: not_translator, too_many_names. */
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
    const values = { translation, note, saved_by: memberOf(ctx).id };
    const { id } = await inner.db
      .insertInto('translation_names')
      .values({ story_id: storyId, language, term, ...values })
      .onConflict((conflict) =>
        conflict.columns(['story_id', 'language', 'term']).doUpdateSet({ ...values, saved_at: sql`db_clock()` }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    return (await listNames(inner.db, storyId, language)).find((name) => name.id === id)!;
  });
}

/** The sheet, which nobody else writes in until the transaction ends: so it is never longer than it may be. */
async function lockSheet(db: Db, storyId: string, language: Language): Promise<TranslatedName[]> {
  await sql`select pg_advisory_xact_lock(hashtext('names'), hashtext(${`${storyId} ${language}`}))`.execute(db);
  return listNames(db, storyId, language);
}

/** Takes a name out of the sheet. Errors: name_not_found, not_translator. */
export async function removeTerm(ctx: Ctx, input: { nameId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const name = await inner.db
      .selectFrom('translation_names')
      .select(['story_id', 'language', 'saved_by'])
      .where('id', '=', input.nameId)
      .executeTakeFirst();
    if (!name) throw new AppError('name_not_found');
    const { story_id: storyId, saved_by: savedBy } = name;
    await ensureTranslator(inner, { storyId, language: name.language, savedBy });
    await inner.db.deleteFrom('translation_names').where('id', '=', input.nameId).execute();
    return DONE;
  });
}
