import { sql } from 'kysely';
import { baseLanguage, LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import type { NeedParams } from '#features/stories/server/index.ts';
import { findTitles } from '#features/translation/server/index.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import type { Row } from '#platform/db/rows.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { displayName } from '#platform/i18n/former-author.ts';
import type { Need, Needs } from '../contract.ts';
import { beginningOf, NEEDS_MAX, NEEDS_SHOWN } from '../model/needs.ts';

interface NeedRow {
  kind: string;
  key: string;
  story_id: string;
  since: Date;
  until: Date | null;
  params: NeedParams;
  mode: Row<'stories'>['mode'];
  title: string;
  language: Row<'story_drafts'>['language'];
  is_public: boolean;
}

/** Returns what a member has to do, except in hidden stories, by deadline, then by age. One statement for all features. */
async function findNeeds(ctx: Ctx, accountId: string): Promise<NeedRow[]> {
  const kinds = Object.entries(ctx.needs).map(
    ([kind, { find }]) => sql`select ${sql.lit(kind)} as kind, n.* from (${find(ctx, accountId)}) n`,
  );
  const { rows } = await sql<NeedRow>`
    select n.*, s.mode, s.is_public, coalesce(s.title, d.title) as title, coalesce(s.language, d.language) as language
    from (${sql.join(kinds, sql` union all `)}) n
    join stories s on s.id = n.story_id join story_drafts d on d.story_id = s.id
    where s.deleted_at is null and (s.is_public or s.published_at is null)
    order by n.until nulls last, n.since, n.kind, n.key limit ${sql.lit(NEEDS_MAX)}`.execute(ctx.db);
  return rows;
}

/** Converts the parameters of a need to those of its texts. Adds `has_<name>`, which is `yes` or `no`. */
function wordsOf(params: NeedParams, language: Language): Record<string, string | number> {
  const names = new Intl.DisplayNames(LANGUAGE_TAGS[language], { type: 'language' });
  const words = Object.entries(params).map(([name, value]): [string, string | number] => {
    if (typeof value !== 'string') return [name, value];
    if (name === 'user') return [name, displayName(value, language)];
    const code = name === 'language' ? baseLanguage(value) : null;
    return [name, code ? (names.of(code) ?? code) : beginningOf(value)];
  });
  return Object.fromEntries(
    words.flatMap(([name, value]) => [
      [name, value],
      [`has_${name}`, value ? 'yes' : 'no'],
    ]),
  );
}

/** Returns what the caller has to do, in their language. Of several items with the same URL, only the most urgent one. */
export async function listNeeds(ctx: Ctx): Promise<Needs> {
  const rows = await findNeeds(ctx, memberOf(ctx).id);
  const texts = rows.map(({ story_id, language }) => ({ storyId: story_id, chapterId: null, original: language }));
  const titleOf = await findTitles(ctx, texts, ctx.language);
  const { find, t } = translatorOf(ctx.language);
  const needs = rows.map((row, i): Need => {
    const words = wordsOf(row.params, ctx.language);
    const translated = row.is_public ? titleOf(texts[i]!) : null;
    return {
      key: `${row.kind} ${row.key}`,
      mode: row.mode,
      storyId: row.story_id,
      title: translated?.title ?? row.title,
      titleLanguage: translated?.language ?? row.language,
      isPublic: row.is_public,
      text: find(`need.${row.kind}`, words) ?? row.kind,
      act: find(`need.${row.kind}.act`, words) ?? row.kind,
      target: ctx.needs[row.kind]!.target({ storyId: row.story_id, params: row.params }),
      until: row.until?.toISOString() ?? null,
      since: row.since.toISOString(),
    };
  });
  const items = needs.filter(({ target }, i) => needs.findIndex((other) => other.target === target) === i);
  const more = items.length - NEEDS_SHOWN;
  return { items, more: more > 0 ? t('needs.more', { count: more }) : null };
}
