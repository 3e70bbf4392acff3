import { sql } from 'kysely';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import { findStory } from '#features/stories/server/index.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import type { TranslatedName } from '../contract-views.ts';
import { NAMES_MAX } from '../model/translation-limits.ts';

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
export async function getNames(ctx: Ctx, input: { storyId: string; language: Language }): Promise<TranslatedName[]> {
  await ensureStory(ctx.db, input.storyId);
  return listNames(ctx.db, input.storyId, input.language);
}

async function ensureStory(db: Db, storyId: string): Promise<void> {
  const story = await findStory(db, storyId);
  if (!story || !isPublicStory(story.facts)) throw new AppError('story_not_found');
}

/** Only those who translate a story into a language write in its sheet: it is what they agree on. */
async function ensureTranslator(ctx: Ctx, storyId: string, language: Language): Promise<void> {
  const row = await ctx.db
    .selectFrom('translations')
    .select('id')
    .where('translator_id', '=', memberOf(ctx).id)
    .where('story_id', '=', storyId)
    .where('language', '=', language)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!row) throw new AppError('not_translator');
}

/** Writes a name, in the place of what the sheet said for the same term. Errors: not_translator, too_many_names. */
export async function saveName(
  ctx: Ctx,
  input: { storyId: string; language: Language; term: string; translation: string; note?: string | undefined },
): Promise<TranslatedName> {
  const { storyId, language, term, translation, note = '' } = input;
  return inTransaction(ctx, async (inner) => {
    await ensureStory(inner.db, storyId);
    await ensureTranslator(inner, storyId, language);
    const values = { translation, note, saved_by: memberOf(ctx).id };
    const { id } = await inner.db
      .insertInto('translation_names')
      .values({ story_id: storyId, language, term, ...values })
      .onConflict((conflict) =>
        conflict.columns(['story_id', 'language', 'term']).doUpdateSet({ ...values, saved_at: sql`db_clock()` }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    const names = await listNames(inner.db, storyId, language);
    if (names.length > NAMES_MAX) throw new AppError('too_many_names');
    return names.find((name) => name.id === id)!;
  });
}

/** Takes a name out of the sheet. Errors: name_not_found, not_translator. */
export async function removeName(ctx: Ctx, input: { nameId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const name = await inner.db
      .selectFrom('translation_names')
      .select(['story_id', 'language'])
      .where('id', '=', input.nameId)
      .executeTakeFirst();
    if (!name) throw new AppError('name_not_found');
    await ensureTranslator(inner, name.story_id, name.language as Language);
    await inner.db.deleteFrom('translation_names').where('id', '=', input.nameId).execute();
    return DONE;
  });
}
