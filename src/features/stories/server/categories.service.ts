import { sql } from 'kysely';
import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { LANGUAGES, type Language } from '#core/languages.ts';
import { notify } from '#features/messages/server/index.ts';
import { canDecide } from '#features/moderation/model/review-policy.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import { cacheTag } from '#platform/cache/tag-cache.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction, isUniqueViolation } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import { logStatus } from '#platform/db/status-log.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import type { Category } from '../contract-categories.ts';
import { CATEGORIES, codeOfCategory, isSameName } from '../model/categories.ts';
import { closeSuggestion, insertCategory, insertSuggestion } from './categories.repo.ts';

const CATEGORIES_TAG = 'categories';
const FIRST: readonly string[] = CATEGORIES;

type Names = Record<Language, string>;

function firstName(code: string, language: Language): string {
  return translatorOf(language).find(`category.${code}`) ?? code;
}

function added(ctx: Pick<Ctx, 'db'>) {
  return ctx.db.selectFrom('added_categories').select(['code', 'names']).orderBy('added_at').orderBy('code');
}

/**
 * Returns all categories with their names in the language of the request: the first 20, then the accepted suggestions.
 */
export async function listCategories(ctx: Ctx): Promise<Category[]> {
  cacheTag(ctx, CATEGORIES_TAG);
  const more = await added(ctx).$call(prepared).execute();
  return [
    ...FIRST.map((code) => ({ code, name: firstName(code, ctx.language) })),
    ...more.map(({ code, names }) => ({ code, name: names[ctx.language] })),
  ];
}

/** Returns the names of these categories in the language of the request, in the given order. */
export async function nameCategories(ctx: Ctx, codes: readonly string[]): Promise<string[]> {
  if (codes.every((code) => FIRST.includes(code))) return codes.map((code) => firstName(code, ctx.language));
  const known = new Map((await listCategories(ctx)).map(({ code, name }) => [code, name]));
  return codes.map((code) => known.get(code) ?? code);
}

/** Returns the first of these codes that is not a category, or null. */
export async function unknownCategory(ctx: Pick<Ctx, 'db'>, codes: readonly string[]): Promise<string | null> {
  const others = codes.filter((code) => !FIRST.includes(code));
  if (others.length === 0) return null;
  const rows = await ctx.db.selectFrom('added_categories').select('code').where('code', 'in', others).execute();
  return others.find((code) => !rows.some((row) => row.code === code)) ?? null;
}

/** Checks that all codes are categories. Throws invalid_input for `categories`. */
export async function ensureCategories(ctx: Pick<Ctx, 'db'>, codes: readonly string[]): Promise<void> {
  const unknown = await unknownCategory(ctx, codes);
  if (unknown) throw fieldError(`categories.${codes.indexOf(unknown)}`, 'category_unknown');
}

/** Whether a category already has this name, in any language. */
async function isThere(ctx: Pick<Ctx, 'db'>, name: string): Promise<boolean> {
  const more = await added(ctx).execute();
  const names = [
    ...FIRST.flatMap((code) => LANGUAGES.map((language) => firstName(code, language))),
    ...more.flatMap((row) => Object.values(row.names)),
  ];
  return names.some((known) => isSameName(known, name));
}

/** Throws category_there, or category_suggested if the caller has already suggested this name. */
export async function suggestCategory(ctx: Ctx, input: { name: string; reason: string }): Promise<typeof DONE> {
  if (await isThere(ctx, input.name)) throw new AppError('category_there');
  try {
    const suggestion = { account_id: memberOf(ctx).id, name: input.name, reason: input.reason };
    await inTransaction(ctx, ({ db }) => insertSuggestion(db, suggestion));
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('category_suggested');
    throw error;
  }
  return DONE;
}

/**
 * Accepts or declines a suggestion, and notifies its author. An accepted category can be chosen right away. Throws
 * case_not_found, case_closed, own_work, category_there.
 */
export async function decideSuggestion(
  ctx: Ctx,
  input: { suggestionId: string; names?: Names | undefined; answer?: string | undefined },
): Promise<typeof DONE> {
  const { names, answer = '' } = input;
  const actor = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    const suggestion = await inner.db
      .selectFrom('category_suggestions')
      .select(['id', 'account_id', 'name', 'state'])
      .where('id', '=', input.suggestionId)
      .forUpdate()
      .executeTakeFirst();
    if (!suggestion) throw new AppError('case_not_found');
    authorize(canDecide(actor, { authorId: suggestion.account_id, isRival: false }));
    if (suggestion.state !== 'open') throw new AppError('case_closed');
    const state = names ? 'accepted' : 'declined';
    await closeSuggestion(inner.db, suggestion.id, { state, moderatorId: actor.id, answer: answer || null });
    await logStatus(
      inner.db,
      { kind: 'suggestion', id: suggestion.id, storyId: null },
      { action: names ? 'accept' : 'decline', from: 'open', to: state, actorId: actor.id, reason: answer || null },
    );
    if (names) await addCategory(inner, suggestion.id, names);
    await notify(inner, `category_${state}`, {
      to: suggestion.account_id,
      params: { name: suggestion.name, reason: answer },
    });
    return DONE;
  });
}

/** The error names the language whose name is taken. */
function alreadyThere(language: string): AppError {
  return new AppError('category_there', { fields: { [`names.${language}`]: { code: 'category_there' } } });
}

async function addCategory(ctx: Ctx, suggestionId: string, names: Names): Promise<void> {
  const code = codeOfCategory(names.en);
  if (!code) throw fieldError('names.en', 'category_name_latin');
  // Serializes additions. Otherwise two moderators who accept the same name at the same time would both find it free.
  await sql`select pg_advisory_xact_lock(hashtext('added_categories'))`.execute(ctx.db);
  for (const [language, name] of Object.entries(names)) if (await isThere(ctx, name)) throw alreadyThere(language);
  if (!(await insertCategory(ctx.db, { code, names, suggestionId }))) throw alreadyThere('en');
  await invalidateCacheTags(ctx, CATEGORIES_TAG);
}
